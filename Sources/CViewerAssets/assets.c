// SPDX-License-Identifier: Apache-2.0
//
// Written by Scripts/viewer-assets.sh.
#include "CViewerAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t file_appearance_js[] = {
#embed "../../Viewer/compact/appearance.js"
};

static const uint8_t gzip_appearance_js[] = {
#embed "../../Viewer/compact/appearance.js.gz"
};

static const uint8_t file_arrivals_js[] = {
#embed "../../Viewer/compact/arrivals.js"
};

static const uint8_t gzip_arrivals_js[] = {
#embed "../../Viewer/compact/arrivals.js.gz"
};

static const uint8_t file_controls_announcer_js[] = {
#embed "../../Viewer/compact/controls/announcer.js"
};

static const uint8_t gzip_controls_announcer_js[] = {
#embed "../../Viewer/compact/controls/announcer.js.gz"
};

static const uint8_t file_controls_dialogs_js[] = {
#embed "../../Viewer/compact/controls/dialogs.js"
};

static const uint8_t gzip_controls_dialogs_js[] = {
#embed "../../Viewer/compact/controls/dialogs.js.gz"
};

static const uint8_t file_controls_failures_js[] = {
#embed "../../Viewer/compact/controls/failures.js"
};

static const uint8_t gzip_controls_failures_js[] = {
#embed "../../Viewer/compact/controls/failures.js.gz"
};

static const uint8_t file_controls_icons_js[] = {
#embed "../../Viewer/compact/controls/icons.js"
};

static const uint8_t gzip_controls_icons_js[] = {
#embed "../../Viewer/compact/controls/icons.js.gz"
};

static const uint8_t file_controls_late_js[] = {
#embed "../../Viewer/compact/controls/late.js"
};

static const uint8_t gzip_controls_late_js[] = {
#embed "../../Viewer/compact/controls/late.js.gz"
};

static const uint8_t file_controls_menu_js[] = {
#embed "../../Viewer/compact/controls/menu.js"
};

static const uint8_t gzip_controls_menu_js[] = {
#embed "../../Viewer/compact/controls/menu.js.gz"
};

static const uint8_t file_controls_theme_js[] = {
#embed "../../Viewer/compact/controls/theme.js"
};

static const uint8_t gzip_controls_theme_js[] = {
#embed "../../Viewer/compact/controls/theme.js.gz"
};

static const uint8_t file_controls_toasts_js[] = {
#embed "../../Viewer/compact/controls/toasts.js"
};

static const uint8_t gzip_controls_toasts_js[] = {
#embed "../../Viewer/compact/controls/toasts.js.gz"
};

static const uint8_t file_document_js[] = {
#embed "../../Viewer/compact/document.js"
};

static const uint8_t gzip_document_js[] = {
#embed "../../Viewer/compact/document.js.gz"
};

static const uint8_t file_document_commands_js[] = {
#embed "../../Viewer/compact/document/commands.js"
};

static const uint8_t gzip_document_commands_js[] = {
#embed "../../Viewer/compact/document/commands.js.gz"
};

static const uint8_t file_document_display_js[] = {
#embed "../../Viewer/compact/document/display.js"
};

static const uint8_t gzip_document_display_js[] = {
#embed "../../Viewer/compact/document/display.js.gz"
};

static const uint8_t file_document_navigation_js[] = {
#embed "../../Viewer/compact/document/navigation.js"
};

static const uint8_t gzip_document_navigation_js[] = {
#embed "../../Viewer/compact/document/navigation.js.gz"
};

static const uint8_t file_document_surfaces_js[] = {
#embed "../../Viewer/compact/document/surfaces.js"
};

static const uint8_t gzip_document_surfaces_js[] = {
#embed "../../Viewer/compact/document/surfaces.js.gz"
};

static const uint8_t file_document_viewer_js[] = {
#embed "../../Viewer/compact/document/viewer.js"
};

static const uint8_t gzip_document_viewer_js[] = {
#embed "../../Viewer/compact/document/viewer.js.gz"
};

static const uint8_t file_editing_adding_js[] = {
#embed "../../Viewer/compact/editing/adding.js"
};

static const uint8_t gzip_editing_adding_js[] = {
#embed "../../Viewer/compact/editing/adding.js.gz"
};

static const uint8_t file_editing_answers_js[] = {
#embed "../../Viewer/compact/editing/answers.js"
};

static const uint8_t gzip_editing_answers_js[] = {
#embed "../../Viewer/compact/editing/answers.js.gz"
};

static const uint8_t file_editing_editing_js[] = {
#embed "../../Viewer/compact/editing/editing.js"
};

static const uint8_t gzip_editing_editing_js[] = {
#embed "../../Viewer/compact/editing/editing.js.gz"
};

static const uint8_t file_editing_open_edits_js[] = {
#embed "../../Viewer/compact/editing/open-edits.js"
};

static const uint8_t gzip_editing_open_edits_js[] = {
#embed "../../Viewer/compact/editing/open-edits.js.gz"
};

static const uint8_t file_editing_places_js[] = {
#embed "../../Viewer/compact/editing/places.js"
};

static const uint8_t gzip_editing_places_js[] = {
#embed "../../Viewer/compact/editing/places.js.gz"
};

static const uint8_t file_editing_reordering_js[] = {
#embed "../../Viewer/compact/editing/reordering.js"
};

static const uint8_t gzip_editing_reordering_js[] = {
#embed "../../Viewer/compact/editing/reordering.js.gz"
};

static const uint8_t file_editing_texts_js[] = {
#embed "../../Viewer/compact/editing/texts.js"
};

static const uint8_t gzip_editing_texts_js[] = {
#embed "../../Viewer/compact/editing/texts.js.gz"
};

static const uint8_t file_editing_undo_offer_js[] = {
#embed "../../Viewer/compact/editing/undo-offer.js"
};

static const uint8_t gzip_editing_undo_offer_js[] = {
#embed "../../Viewer/compact/editing/undo-offer.js.gz"
};

static const uint8_t file_editing_undo_js[] = {
#embed "../../Viewer/compact/editing/undo.js"
};

static const uint8_t gzip_editing_undo_js[] = {
#embed "../../Viewer/compact/editing/undo.js.gz"
};

static const uint8_t file_gallery_clock_js[] = {
#embed "../../Viewer/compact/gallery/clock.js"
};

static const uint8_t gzip_gallery_clock_js[] = {
#embed "../../Viewer/compact/gallery/clock.js.gz"
};

static const uint8_t file_gallery_gallery_view_js[] = {
#embed "../../Viewer/compact/gallery/gallery-view.js"
};

static const uint8_t gzip_gallery_gallery_view_js[] = {
#embed "../../Viewer/compact/gallery/gallery-view.js.gz"
};

static const uint8_t file_gallery_layout_js[] = {
#embed "../../Viewer/compact/gallery/layout.js"
};

static const uint8_t gzip_gallery_layout_js[] = {
#embed "../../Viewer/compact/gallery/layout.js.gz"
};

static const uint8_t file_gallery_page_element_js[] = {
#embed "../../Viewer/compact/gallery/page-element.js"
};

static const uint8_t gzip_gallery_page_element_js[] = {
#embed "../../Viewer/compact/gallery/page-element.js.gz"
};

static const uint8_t file_gallery_pool_js[] = {
#embed "../../Viewer/compact/gallery/pool.js"
};

static const uint8_t gzip_gallery_pool_js[] = {
#embed "../../Viewer/compact/gallery/pool.js.gz"
};

static const uint8_t file_gallery_stage_js[] = {
#embed "../../Viewer/compact/gallery/stage.js"
};

static const uint8_t gzip_gallery_stage_js[] = {
#embed "../../Viewer/compact/gallery/stage.js.gz"
};

static const uint8_t file_gallery_strip_view_js[] = {
#embed "../../Viewer/compact/gallery/strip-view.js"
};

static const uint8_t gzip_gallery_strip_view_js[] = {
#embed "../../Viewer/compact/gallery/strip-view.js.gz"
};

static const uint8_t file_gallery_thumbnail_js[] = {
#embed "../../Viewer/compact/gallery/thumbnail.js"
};

static const uint8_t gzip_gallery_thumbnail_js[] = {
#embed "../../Viewer/compact/gallery/thumbnail.js.gz"
};

static const uint8_t file_gallery_zoom_js[] = {
#embed "../../Viewer/compact/gallery/zoom.js"
};

static const uint8_t gzip_gallery_zoom_js[] = {
#embed "../../Viewer/compact/gallery/zoom.js.gz"
};

static const uint8_t file_inputs_gestures_js[] = {
#embed "../../Viewer/compact/inputs/gestures.js"
};

static const uint8_t gzip_inputs_gestures_js[] = {
#embed "../../Viewer/compact/inputs/gestures.js.gz"
};

static const uint8_t file_inputs_keys_js[] = {
#embed "../../Viewer/compact/inputs/keys.js"
};

static const uint8_t gzip_inputs_keys_js[] = {
#embed "../../Viewer/compact/inputs/keys.js.gz"
};

static const uint8_t file_inputs_presence_js[] = {
#embed "../../Viewer/compact/inputs/presence.js"
};

static const uint8_t gzip_inputs_presence_js[] = {
#embed "../../Viewer/compact/inputs/presence.js.gz"
};

static const uint8_t file_inputs_velocity_js[] = {
#embed "../../Viewer/compact/inputs/velocity.js"
};

static const uint8_t gzip_inputs_velocity_js[] = {
#embed "../../Viewer/compact/inputs/velocity.js.gz"
};

static const uint8_t file_inputs_wheel_js[] = {
#embed "../../Viewer/compact/inputs/wheel.js"
};

static const uint8_t gzip_inputs_wheel_js[] = {
#embed "../../Viewer/compact/inputs/wheel.js.gz"
};

static const uint8_t file_inspection_inspection_js[] = {
#embed "../../Viewer/compact/inspection/inspection.js"
};

static const uint8_t gzip_inspection_inspection_js[] = {
#embed "../../Viewer/compact/inspection/inspection.js.gz"
};

static const uint8_t file_inspection_record_js[] = {
#embed "../../Viewer/compact/inspection/record.js"
};

static const uint8_t gzip_inspection_record_js[] = {
#embed "../../Viewer/compact/inspection/record.js.gz"
};

static const uint8_t file_inspection_recorded_edits_js[] = {
#embed "../../Viewer/compact/inspection/recorded-edits.js"
};

static const uint8_t gzip_inspection_recorded_edits_js[] = {
#embed "../../Viewer/compact/inspection/recorded-edits.js.gz"
};

static const uint8_t file_kernel_changes_js[] = {
#embed "../../Viewer/compact/kernel/changes.js"
};

static const uint8_t gzip_kernel_changes_js[] = {
#embed "../../Viewer/compact/kernel/changes.js.gz"
};

static const uint8_t file_kernel_drawer_js[] = {
#embed "../../Viewer/compact/kernel/drawer.js"
};

static const uint8_t gzip_kernel_drawer_js[] = {
#embed "../../Viewer/compact/kernel/drawer.js.gz"
};

static const uint8_t file_kernel_frame_js[] = {
#embed "../../Viewer/compact/kernel/frame.js"
};

static const uint8_t gzip_kernel_frame_js[] = {
#embed "../../Viewer/compact/kernel/frame.js.gz"
};

static const uint8_t file_kernel_gallery_js[] = {
#embed "../../Viewer/compact/kernel/gallery.js"
};

static const uint8_t gzip_kernel_gallery_js[] = {
#embed "../../Viewer/compact/kernel/gallery.js.gz"
};

static const uint8_t file_kernel_kernel_js[] = {
#embed "../../Viewer/compact/kernel/kernel.js"
};

static const uint8_t gzip_kernel_kernel_js[] = {
#embed "../../Viewer/compact/kernel/kernel.js.gz"
};

static const uint8_t file_kernel_kernel_wasm[] = {
#embed "../../Viewer/kernel/kernel.wasm"
};

static const uint8_t gzip_kernel_kernel_wasm[] = {
#embed "../../Viewer/compact/kernel/kernel.wasm.gz"
};

static const uint8_t file_kernel_lists_js[] = {
#embed "../../Viewer/compact/kernel/lists.js"
};

static const uint8_t gzip_kernel_lists_js[] = {
#embed "../../Viewer/compact/kernel/lists.js.gz"
};

static const uint8_t file_kernel_memory_js[] = {
#embed "../../Viewer/compact/kernel/memory.js"
};

static const uint8_t gzip_kernel_memory_js[] = {
#embed "../../Viewer/compact/kernel/memory.js.gz"
};

static const uint8_t file_kernel_records_js[] = {
#embed "../../Viewer/compact/kernel/records.js"
};

static const uint8_t gzip_kernel_records_js[] = {
#embed "../../Viewer/compact/kernel/records.js.gz"
};

static const uint8_t file_kernel_tracker_js[] = {
#embed "../../Viewer/compact/kernel/tracker.js"
};

static const uint8_t gzip_kernel_tracker_js[] = {
#embed "../../Viewer/compact/kernel/tracker.js.gz"
};

static const uint8_t file_kernel_zoom_js[] = {
#embed "../../Viewer/compact/kernel/zoom.js"
};

static const uint8_t gzip_kernel_zoom_js[] = {
#embed "../../Viewer/compact/kernel/zoom.js.gz"
};

static const uint8_t file_library_js[] = {
#embed "../../Viewer/compact/library.js"
};

static const uint8_t gzip_library_js[] = {
#embed "../../Viewer/compact/library.js.gz"
};

static const uint8_t file_library_actions_js[] = {
#embed "../../Viewer/compact/library/actions.js"
};

static const uint8_t gzip_library_actions_js[] = {
#embed "../../Viewer/compact/library/actions.js.gz"
};

static const uint8_t file_library_appearance_js[] = {
#embed "../../Viewer/compact/library/appearance.js"
};

static const uint8_t gzip_library_appearance_js[] = {
#embed "../../Viewer/compact/library/appearance.js.gz"
};

static const uint8_t file_library_cover_js[] = {
#embed "../../Viewer/compact/library/cover.js"
};

static const uint8_t gzip_library_cover_js[] = {
#embed "../../Viewer/compact/library/cover.js.gz"
};

static const uint8_t file_library_document_list_js[] = {
#embed "../../Viewer/compact/library/document-list.js"
};

static const uint8_t gzip_library_document_list_js[] = {
#embed "../../Viewer/compact/library/document-list.js.gz"
};

static const uint8_t file_library_keys_js[] = {
#embed "../../Viewer/compact/library/keys.js"
};

static const uint8_t gzip_library_keys_js[] = {
#embed "../../Viewer/compact/library/keys.js.gz"
};

static const uint8_t file_library_live_js[] = {
#embed "../../Viewer/compact/library/live.js"
};

static const uint8_t gzip_library_live_js[] = {
#embed "../../Viewer/compact/library/live.js.gz"
};

static const uint8_t file_library_moving_js[] = {
#embed "../../Viewer/compact/library/moving.js"
};

static const uint8_t gzip_library_moving_js[] = {
#embed "../../Viewer/compact/library/moving.js.gz"
};

static const uint8_t file_library_new_document_js[] = {
#embed "../../Viewer/compact/library/new-document.js"
};

static const uint8_t gzip_library_new_document_js[] = {
#embed "../../Viewer/compact/library/new-document.js.gz"
};

static const uint8_t file_library_position_js[] = {
#embed "../../Viewer/compact/library/position.js"
};

static const uint8_t gzip_library_position_js[] = {
#embed "../../Viewer/compact/library/position.js.gz"
};

static const uint8_t file_panels_details_js[] = {
#embed "../../Viewer/compact/panels/details.js"
};

static const uint8_t gzip_panels_details_js[] = {
#embed "../../Viewer/compact/panels/details.js.gz"
};

static const uint8_t file_panels_facts_js[] = {
#embed "../../Viewer/compact/panels/facts.js"
};

static const uint8_t gzip_panels_facts_js[] = {
#embed "../../Viewer/compact/panels/facts.js.gz"
};

static const uint8_t file_panels_grid_actions_js[] = {
#embed "../../Viewer/compact/panels/grid-actions.js"
};

static const uint8_t gzip_panels_grid_actions_js[] = {
#embed "../../Viewer/compact/panels/grid-actions.js.gz"
};

static const uint8_t file_panels_grid_cell_js[] = {
#embed "../../Viewer/compact/panels/grid-cell.js"
};

static const uint8_t gzip_panels_grid_cell_js[] = {
#embed "../../Viewer/compact/panels/grid-cell.js.gz"
};

static const uint8_t file_panels_grid_layout_js[] = {
#embed "../../Viewer/compact/panels/grid-layout.js"
};

static const uint8_t gzip_panels_grid_layout_js[] = {
#embed "../../Viewer/compact/panels/grid-layout.js.gz"
};

static const uint8_t file_panels_grid_js[] = {
#embed "../../Viewer/compact/panels/grid.js"
};

static const uint8_t gzip_panels_grid_js[] = {
#embed "../../Viewer/compact/panels/grid.js.gz"
};

static const uint8_t file_panels_key_list_js[] = {
#embed "../../Viewer/compact/panels/key-list.js"
};

static const uint8_t gzip_panels_key_list_js[] = {
#embed "../../Viewer/compact/panels/key-list.js.gz"
};

static const uint8_t file_panels_menus_js[] = {
#embed "../../Viewer/compact/panels/menus.js"
};

static const uint8_t gzip_panels_menus_js[] = {
#embed "../../Viewer/compact/panels/menus.js.gz"
};

static const uint8_t file_panels_printing_js[] = {
#embed "../../Viewer/compact/panels/printing.js"
};

static const uint8_t gzip_panels_printing_js[] = {
#embed "../../Viewer/compact/panels/printing.js.gz"
};

static const uint8_t file_panels_selection_js[] = {
#embed "../../Viewer/compact/panels/selection.js"
};

static const uint8_t gzip_panels_selection_js[] = {
#embed "../../Viewer/compact/panels/selection.js.gz"
};

static const uint8_t file_pictures_failure_js[] = {
#embed "../../Viewer/compact/pictures/failure.js"
};

static const uint8_t gzip_pictures_failure_js[] = {
#embed "../../Viewer/compact/pictures/failure.js.gz"
};

static const uint8_t file_pictures_frame_js[] = {
#embed "../../Viewer/compact/pictures/frame.js"
};

static const uint8_t gzip_pictures_frame_js[] = {
#embed "../../Viewer/compact/pictures/frame.js.gz"
};

static const uint8_t file_pictures_ladder_js[] = {
#embed "../../Viewer/compact/pictures/ladder.js"
};

static const uint8_t gzip_pictures_ladder_js[] = {
#embed "../../Viewer/compact/pictures/ladder.js.gz"
};

static const uint8_t file_pictures_memory_js[] = {
#embed "../../Viewer/compact/pictures/memory.js"
};

static const uint8_t gzip_pictures_memory_js[] = {
#embed "../../Viewer/compact/pictures/memory.js.gz"
};

static const uint8_t file_pictures_pictures_js[] = {
#embed "../../Viewer/compact/pictures/pictures.js"
};

static const uint8_t gzip_pictures_pictures_js[] = {
#embed "../../Viewer/compact/pictures/pictures.js.gz"
};

static const uint8_t file_pictures_queue_js[] = {
#embed "../../Viewer/compact/pictures/queue.js"
};

static const uint8_t gzip_pictures_queue_js[] = {
#embed "../../Viewer/compact/pictures/queue.js.gz"
};

static const uint8_t file_plain_js[] = {
#embed "../../Viewer/compact/plain.js"
};

static const uint8_t gzip_plain_js[] = {
#embed "../../Viewer/compact/plain.js.gz"
};

static const uint8_t file_requests_api_js[] = {
#embed "../../Viewer/compact/requests/api.js"
};

static const uint8_t gzip_requests_api_js[] = {
#embed "../../Viewer/compact/requests/api.js.gz"
};

static const uint8_t file_requests_events_js[] = {
#embed "../../Viewer/compact/requests/events.js"
};

static const uint8_t gzip_requests_events_js[] = {
#embed "../../Viewer/compact/requests/events.js.gz"
};

static const uint8_t file_requests_page_columns_js[] = {
#embed "../../Viewer/compact/requests/page-columns.js"
};

static const uint8_t gzip_requests_page_columns_js[] = {
#embed "../../Viewer/compact/requests/page-columns.js.gz"
};

static const uint8_t file_requests_polling_js[] = {
#embed "../../Viewer/compact/requests/polling.js"
};

static const uint8_t gzip_requests_polling_js[] = {
#embed "../../Viewer/compact/requests/polling.js.gz"
};

static const uint8_t file_requests_problems_js[] = {
#embed "../../Viewer/compact/requests/problems.js"
};

static const uint8_t gzip_requests_problems_js[] = {
#embed "../../Viewer/compact/requests/problems.js.gz"
};

static const uint8_t file_sharing_commits_js[] = {
#embed "../../Viewer/compact/sharing/commits.js"
};

static const uint8_t gzip_sharing_commits_js[] = {
#embed "../../Viewer/compact/sharing/commits.js.gz"
};

static const uint8_t file_sharing_outcomes_js[] = {
#embed "../../Viewer/compact/sharing/outcomes.js"
};

static const uint8_t gzip_sharing_outcomes_js[] = {
#embed "../../Viewer/compact/sharing/outcomes.js.gz"
};

static const uint8_t file_sharing_sharing_js[] = {
#embed "../../Viewer/compact/sharing/sharing.js"
};

static const uint8_t gzip_sharing_sharing_js[] = {
#embed "../../Viewer/compact/sharing/sharing.js.gz"
};

static const uint8_t file_styles_base_css[] = {
#embed "../../Viewer/compact/styles/base.css"
};

static const uint8_t gzip_styles_base_css[] = {
#embed "../../Viewer/compact/styles/base.css.gz"
};

static const uint8_t file_styles_gallery_css[] = {
#embed "../../Viewer/compact/styles/gallery.css"
};

static const uint8_t gzip_styles_gallery_css[] = {
#embed "../../Viewer/compact/styles/gallery.css.gz"
};

static const uint8_t file_styles_icon_svg[] = {
#embed "../../Viewer/styles/icon.svg"
};

static const uint8_t gzip_styles_icon_svg[] = {
#embed "../../Viewer/compact/styles/icon.svg.gz"
};

static const uint8_t file_styles_icons_svg[] = {
#embed "../../Viewer/styles/icons.svg"
};

static const uint8_t gzip_styles_icons_svg[] = {
#embed "../../Viewer/compact/styles/icons.svg.gz"
};

static const uint8_t file_styles_library_css[] = {
#embed "../../Viewer/compact/styles/library.css"
};

static const uint8_t gzip_styles_library_css[] = {
#embed "../../Viewer/compact/styles/library.css.gz"
};

static const uint8_t file_styles_pages_css[] = {
#embed "../../Viewer/compact/styles/pages.css"
};

static const uint8_t gzip_styles_pages_css[] = {
#embed "../../Viewer/compact/styles/pages.css.gz"
};

static const uint8_t file_styles_panels_css[] = {
#embed "../../Viewer/compact/styles/panels.css"
};

static const uint8_t gzip_styles_panels_css[] = {
#embed "../../Viewer/compact/styles/panels.css.gz"
};

static const uint8_t file_styles_tokens_css[] = {
#embed "../../Viewer/compact/styles/tokens.css"
};

static const uint8_t gzip_styles_tokens_css[] = {
#embed "../../Viewer/compact/styles/tokens.css.gz"
};

static const uint8_t file_uploads_drops_js[] = {
#embed "../../Viewer/compact/uploads/drops.js"
};

static const uint8_t gzip_uploads_drops_js[] = {
#embed "../../Viewer/compact/uploads/drops.js.gz"
};

static const uint8_t file_uploads_files_js[] = {
#embed "../../Viewer/compact/uploads/files.js"
};

static const uint8_t gzip_uploads_files_js[] = {
#embed "../../Viewer/compact/uploads/files.js.gz"
};

static const uint8_t file_uploads_rejection_js[] = {
#embed "../../Viewer/compact/uploads/rejection.js"
};

static const uint8_t gzip_uploads_rejection_js[] = {
#embed "../../Viewer/compact/uploads/rejection.js.gz"
};

static const uint8_t file_uploads_transfer_js[] = {
#embed "../../Viewer/compact/uploads/transfer.js"
};

static const uint8_t gzip_uploads_transfer_js[] = {
#embed "../../Viewer/compact/uploads/transfer.js.gz"
};

static const uint8_t file_uploads_upload_panel_js[] = {
#embed "../../Viewer/compact/uploads/upload-panel.js"
};

static const uint8_t gzip_uploads_upload_panel_js[] = {
#embed "../../Viewer/compact/uploads/upload-panel.js.gz"
};

static const uint8_t file_uploads_uploads_js[] = {
#embed "../../Viewer/compact/uploads/uploads.js"
};

static const uint8_t gzip_uploads_uploads_js[] = {
#embed "../../Viewer/compact/uploads/uploads.js.gz"
};

static const uint8_t file_words_dates_js[] = {
#embed "../../Viewer/compact/words/dates.js"
};

static const uint8_t gzip_words_dates_js[] = {
#embed "../../Viewer/compact/words/dates.js.gz"
};

static const uint8_t file_words_reasons_js[] = {
#embed "../../Viewer/compact/words/reasons.js"
};

static const uint8_t gzip_words_reasons_js[] = {
#embed "../../Viewer/compact/words/reasons.js.gz"
};

static const uint8_t file_words_words_js[] = {
#embed "../../Viewer/compact/words/words.js"
};

static const uint8_t gzip_words_words_js[] = {
#embed "../../Viewer/compact/words/words.js.gz"
};

#define FILE(name, id) {name, file_##id, sizeof file_##id, gzip_##id, sizeof gzip_##id}

static const cgallery_asset assets[] = {
    FILE("appearance.js", appearance_js),
    FILE("arrivals.js", arrivals_js),
    FILE("controls/announcer.js", controls_announcer_js),
    FILE("controls/dialogs.js", controls_dialogs_js),
    FILE("controls/failures.js", controls_failures_js),
    FILE("controls/icons.js", controls_icons_js),
    FILE("controls/late.js", controls_late_js),
    FILE("controls/menu.js", controls_menu_js),
    FILE("controls/theme.js", controls_theme_js),
    FILE("controls/toasts.js", controls_toasts_js),
    FILE("document.js", document_js),
    FILE("document/commands.js", document_commands_js),
    FILE("document/display.js", document_display_js),
    FILE("document/navigation.js", document_navigation_js),
    FILE("document/surfaces.js", document_surfaces_js),
    FILE("document/viewer.js", document_viewer_js),
    FILE("editing/adding.js", editing_adding_js),
    FILE("editing/answers.js", editing_answers_js),
    FILE("editing/editing.js", editing_editing_js),
    FILE("editing/open-edits.js", editing_open_edits_js),
    FILE("editing/places.js", editing_places_js),
    FILE("editing/reordering.js", editing_reordering_js),
    FILE("editing/texts.js", editing_texts_js),
    FILE("editing/undo-offer.js", editing_undo_offer_js),
    FILE("editing/undo.js", editing_undo_js),
    FILE("gallery/clock.js", gallery_clock_js),
    FILE("gallery/gallery-view.js", gallery_gallery_view_js),
    FILE("gallery/layout.js", gallery_layout_js),
    FILE("gallery/page-element.js", gallery_page_element_js),
    FILE("gallery/pool.js", gallery_pool_js),
    FILE("gallery/stage.js", gallery_stage_js),
    FILE("gallery/strip-view.js", gallery_strip_view_js),
    FILE("gallery/thumbnail.js", gallery_thumbnail_js),
    FILE("gallery/zoom.js", gallery_zoom_js),
    FILE("inputs/gestures.js", inputs_gestures_js),
    FILE("inputs/keys.js", inputs_keys_js),
    FILE("inputs/presence.js", inputs_presence_js),
    FILE("inputs/velocity.js", inputs_velocity_js),
    FILE("inputs/wheel.js", inputs_wheel_js),
    FILE("inspection/inspection.js", inspection_inspection_js),
    FILE("inspection/record.js", inspection_record_js),
    FILE("inspection/recorded-edits.js", inspection_recorded_edits_js),
    FILE("kernel/changes.js", kernel_changes_js),
    FILE("kernel/drawer.js", kernel_drawer_js),
    FILE("kernel/frame.js", kernel_frame_js),
    FILE("kernel/gallery.js", kernel_gallery_js),
    FILE("kernel/kernel.js", kernel_kernel_js),
    FILE("kernel/kernel.wasm", kernel_kernel_wasm),
    FILE("kernel/lists.js", kernel_lists_js),
    FILE("kernel/memory.js", kernel_memory_js),
    FILE("kernel/records.js", kernel_records_js),
    FILE("kernel/tracker.js", kernel_tracker_js),
    FILE("kernel/zoom.js", kernel_zoom_js),
    FILE("library.js", library_js),
    FILE("library/actions.js", library_actions_js),
    FILE("library/appearance.js", library_appearance_js),
    FILE("library/cover.js", library_cover_js),
    FILE("library/document-list.js", library_document_list_js),
    FILE("library/keys.js", library_keys_js),
    FILE("library/live.js", library_live_js),
    FILE("library/moving.js", library_moving_js),
    FILE("library/new-document.js", library_new_document_js),
    FILE("library/position.js", library_position_js),
    FILE("panels/details.js", panels_details_js),
    FILE("panels/facts.js", panels_facts_js),
    FILE("panels/grid-actions.js", panels_grid_actions_js),
    FILE("panels/grid-cell.js", panels_grid_cell_js),
    FILE("panels/grid-layout.js", panels_grid_layout_js),
    FILE("panels/grid.js", panels_grid_js),
    FILE("panels/key-list.js", panels_key_list_js),
    FILE("panels/menus.js", panels_menus_js),
    FILE("panels/printing.js", panels_printing_js),
    FILE("panels/selection.js", panels_selection_js),
    FILE("pictures/failure.js", pictures_failure_js),
    FILE("pictures/frame.js", pictures_frame_js),
    FILE("pictures/ladder.js", pictures_ladder_js),
    FILE("pictures/memory.js", pictures_memory_js),
    FILE("pictures/pictures.js", pictures_pictures_js),
    FILE("pictures/queue.js", pictures_queue_js),
    FILE("plain.js", plain_js),
    FILE("requests/api.js", requests_api_js),
    FILE("requests/events.js", requests_events_js),
    FILE("requests/page-columns.js", requests_page_columns_js),
    FILE("requests/polling.js", requests_polling_js),
    FILE("requests/problems.js", requests_problems_js),
    FILE("sharing/commits.js", sharing_commits_js),
    FILE("sharing/outcomes.js", sharing_outcomes_js),
    FILE("sharing/sharing.js", sharing_sharing_js),
    FILE("styles/base.css", styles_base_css),
    FILE("styles/gallery.css", styles_gallery_css),
    FILE("styles/icon.svg", styles_icon_svg),
    FILE("styles/icons.svg", styles_icons_svg),
    FILE("styles/library.css", styles_library_css),
    FILE("styles/pages.css", styles_pages_css),
    FILE("styles/panels.css", styles_panels_css),
    FILE("styles/tokens.css", styles_tokens_css),
    FILE("uploads/drops.js", uploads_drops_js),
    FILE("uploads/files.js", uploads_files_js),
    FILE("uploads/rejection.js", uploads_rejection_js),
    FILE("uploads/transfer.js", uploads_transfer_js),
    FILE("uploads/upload-panel.js", uploads_upload_panel_js),
    FILE("uploads/uploads.js", uploads_uploads_js),
    FILE("words/dates.js", words_dates_js),
    FILE("words/reasons.js", words_reasons_js),
    FILE("words/words.js", words_words_js),
};

size_t cgallery_asset_count(void) { return sizeof assets / sizeof assets[0]; }

cgallery_asset cgallery_asset_at(size_t index) { return assets[index]; }
