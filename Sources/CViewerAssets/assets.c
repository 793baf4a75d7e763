// SPDX-License-Identifier: Apache-2.0
//
// Written by Scripts/viewer-assets.sh.
#include "CViewerAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t file_adding_js[] = {
#embed "../../Viewer/compact/adding.js"
};

static const uint8_t gzip_adding_js[] = {
#embed "../../Viewer/compact/adding.js.gz"
};

static const uint8_t file_announcer_js[] = {
#embed "../../Viewer/compact/announcer.js"
};

static const uint8_t gzip_announcer_js[] = {
#embed "../../Viewer/compact/announcer.js.gz"
};

static const uint8_t file_api_js[] = {
#embed "../../Viewer/compact/api.js"
};

static const uint8_t gzip_api_js[] = {
#embed "../../Viewer/compact/api.js.gz"
};

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

static const uint8_t file_base_css[] = {
#embed "../../Viewer/compact/base.css"
};

static const uint8_t gzip_base_css[] = {
#embed "../../Viewer/compact/base.css.gz"
};

static const uint8_t file_clock_js[] = {
#embed "../../Viewer/compact/clock.js"
};

static const uint8_t gzip_clock_js[] = {
#embed "../../Viewer/compact/clock.js.gz"
};

static const uint8_t file_commands_js[] = {
#embed "../../Viewer/compact/commands.js"
};

static const uint8_t gzip_commands_js[] = {
#embed "../../Viewer/compact/commands.js.gz"
};

static const uint8_t file_commits_js[] = {
#embed "../../Viewer/compact/commits.js"
};

static const uint8_t gzip_commits_js[] = {
#embed "../../Viewer/compact/commits.js.gz"
};

static const uint8_t file_cover_js[] = {
#embed "../../Viewer/compact/cover.js"
};

static const uint8_t gzip_cover_js[] = {
#embed "../../Viewer/compact/cover.js.gz"
};

static const uint8_t file_dates_js[] = {
#embed "../../Viewer/compact/dates.js"
};

static const uint8_t gzip_dates_js[] = {
#embed "../../Viewer/compact/dates.js.gz"
};

static const uint8_t file_details_js[] = {
#embed "../../Viewer/compact/details.js"
};

static const uint8_t gzip_details_js[] = {
#embed "../../Viewer/compact/details.js.gz"
};

static const uint8_t file_dialogs_js[] = {
#embed "../../Viewer/compact/dialogs.js"
};

static const uint8_t gzip_dialogs_js[] = {
#embed "../../Viewer/compact/dialogs.js.gz"
};

static const uint8_t file_display_js[] = {
#embed "../../Viewer/compact/display.js"
};

static const uint8_t gzip_display_js[] = {
#embed "../../Viewer/compact/display.js.gz"
};

static const uint8_t file_document_list_js[] = {
#embed "../../Viewer/compact/document-list.js"
};

static const uint8_t gzip_document_list_js[] = {
#embed "../../Viewer/compact/document-list.js.gz"
};

static const uint8_t file_document_js[] = {
#embed "../../Viewer/compact/document.js"
};

static const uint8_t gzip_document_js[] = {
#embed "../../Viewer/compact/document.js.gz"
};

static const uint8_t file_drops_js[] = {
#embed "../../Viewer/compact/drops.js"
};

static const uint8_t gzip_drops_js[] = {
#embed "../../Viewer/compact/drops.js.gz"
};

static const uint8_t file_editing_js[] = {
#embed "../../Viewer/compact/editing.js"
};

static const uint8_t gzip_editing_js[] = {
#embed "../../Viewer/compact/editing.js.gz"
};

static const uint8_t file_events_js[] = {
#embed "../../Viewer/compact/events.js"
};

static const uint8_t gzip_events_js[] = {
#embed "../../Viewer/compact/events.js.gz"
};

static const uint8_t file_failures_js[] = {
#embed "../../Viewer/compact/failures.js"
};

static const uint8_t gzip_failures_js[] = {
#embed "../../Viewer/compact/failures.js.gz"
};

static const uint8_t file_files_js[] = {
#embed "../../Viewer/compact/files.js"
};

static const uint8_t gzip_files_js[] = {
#embed "../../Viewer/compact/files.js.gz"
};

static const uint8_t file_gallery_view_js[] = {
#embed "../../Viewer/compact/gallery-view.js"
};

static const uint8_t gzip_gallery_view_js[] = {
#embed "../../Viewer/compact/gallery-view.js.gz"
};

static const uint8_t file_gallery_css[] = {
#embed "../../Viewer/compact/gallery.css"
};

static const uint8_t gzip_gallery_css[] = {
#embed "../../Viewer/compact/gallery.css.gz"
};

static const uint8_t file_gestures_js[] = {
#embed "../../Viewer/compact/gestures.js"
};

static const uint8_t gzip_gestures_js[] = {
#embed "../../Viewer/compact/gestures.js.gz"
};

static const uint8_t file_grid_js[] = {
#embed "../../Viewer/compact/grid.js"
};

static const uint8_t gzip_grid_js[] = {
#embed "../../Viewer/compact/grid.js.gz"
};

static const uint8_t file_icon_svg[] = {
#embed "../../Viewer/icon.svg"
};

static const uint8_t gzip_icon_svg[] = {
#embed "../../Viewer/compact/icon.svg.gz"
};

static const uint8_t file_icons_js[] = {
#embed "../../Viewer/compact/icons.js"
};

static const uint8_t gzip_icons_js[] = {
#embed "../../Viewer/compact/icons.js.gz"
};

static const uint8_t file_icons_svg[] = {
#embed "../../Viewer/icons.svg"
};

static const uint8_t gzip_icons_svg[] = {
#embed "../../Viewer/compact/icons.svg.gz"
};

static const uint8_t file_inspection_js[] = {
#embed "../../Viewer/compact/inspection.js"
};

static const uint8_t gzip_inspection_js[] = {
#embed "../../Viewer/compact/inspection.js.gz"
};

static const uint8_t file_kernel_changes_js[] = {
#embed "../../Viewer/compact/kernel-changes.js"
};

static const uint8_t gzip_kernel_changes_js[] = {
#embed "../../Viewer/compact/kernel-changes.js.gz"
};

static const uint8_t file_kernel_drawer_js[] = {
#embed "../../Viewer/compact/kernel-drawer.js"
};

static const uint8_t gzip_kernel_drawer_js[] = {
#embed "../../Viewer/compact/kernel-drawer.js.gz"
};

static const uint8_t file_kernel_frame_js[] = {
#embed "../../Viewer/compact/kernel-frame.js"
};

static const uint8_t gzip_kernel_frame_js[] = {
#embed "../../Viewer/compact/kernel-frame.js.gz"
};

static const uint8_t file_kernel_gallery_js[] = {
#embed "../../Viewer/compact/kernel-gallery.js"
};

static const uint8_t gzip_kernel_gallery_js[] = {
#embed "../../Viewer/compact/kernel-gallery.js.gz"
};

static const uint8_t file_kernel_lists_js[] = {
#embed "../../Viewer/compact/kernel-lists.js"
};

static const uint8_t gzip_kernel_lists_js[] = {
#embed "../../Viewer/compact/kernel-lists.js.gz"
};

static const uint8_t file_kernel_memory_js[] = {
#embed "../../Viewer/compact/kernel-memory.js"
};

static const uint8_t gzip_kernel_memory_js[] = {
#embed "../../Viewer/compact/kernel-memory.js.gz"
};

static const uint8_t file_kernel_records_js[] = {
#embed "../../Viewer/compact/kernel-records.js"
};

static const uint8_t gzip_kernel_records_js[] = {
#embed "../../Viewer/compact/kernel-records.js.gz"
};

static const uint8_t file_kernel_tracker_js[] = {
#embed "../../Viewer/compact/kernel-tracker.js"
};

static const uint8_t gzip_kernel_tracker_js[] = {
#embed "../../Viewer/compact/kernel-tracker.js.gz"
};

static const uint8_t file_kernel_zoom_js[] = {
#embed "../../Viewer/compact/kernel-zoom.js"
};

static const uint8_t gzip_kernel_zoom_js[] = {
#embed "../../Viewer/compact/kernel-zoom.js.gz"
};

static const uint8_t file_kernel_js[] = {
#embed "../../Viewer/compact/kernel.js"
};

static const uint8_t gzip_kernel_js[] = {
#embed "../../Viewer/compact/kernel.js.gz"
};

static const uint8_t file_kernel_wasm[] = {
#embed "../../Viewer/kernel.wasm"
};

static const uint8_t gzip_kernel_wasm[] = {
#embed "../../Viewer/compact/kernel.wasm.gz"
};

static const uint8_t file_key_list_js[] = {
#embed "../../Viewer/compact/key-list.js"
};

static const uint8_t gzip_key_list_js[] = {
#embed "../../Viewer/compact/key-list.js.gz"
};

static const uint8_t file_keys_js[] = {
#embed "../../Viewer/compact/keys.js"
};

static const uint8_t gzip_keys_js[] = {
#embed "../../Viewer/compact/keys.js.gz"
};

static const uint8_t file_ladder_js[] = {
#embed "../../Viewer/compact/ladder.js"
};

static const uint8_t gzip_ladder_js[] = {
#embed "../../Viewer/compact/ladder.js.gz"
};

static const uint8_t file_late_js[] = {
#embed "../../Viewer/compact/late.js"
};

static const uint8_t gzip_late_js[] = {
#embed "../../Viewer/compact/late.js.gz"
};

static const uint8_t file_layout_js[] = {
#embed "../../Viewer/compact/layout.js"
};

static const uint8_t gzip_layout_js[] = {
#embed "../../Viewer/compact/layout.js.gz"
};

static const uint8_t file_library_actions_js[] = {
#embed "../../Viewer/compact/library-actions.js"
};

static const uint8_t gzip_library_actions_js[] = {
#embed "../../Viewer/compact/library-actions.js.gz"
};

static const uint8_t file_library_appearance_js[] = {
#embed "../../Viewer/compact/library-appearance.js"
};

static const uint8_t gzip_library_appearance_js[] = {
#embed "../../Viewer/compact/library-appearance.js.gz"
};

static const uint8_t file_library_keys_js[] = {
#embed "../../Viewer/compact/library-keys.js"
};

static const uint8_t gzip_library_keys_js[] = {
#embed "../../Viewer/compact/library-keys.js.gz"
};

static const uint8_t file_library_live_js[] = {
#embed "../../Viewer/compact/library-live.js"
};

static const uint8_t gzip_library_live_js[] = {
#embed "../../Viewer/compact/library-live.js.gz"
};

static const uint8_t file_library_position_js[] = {
#embed "../../Viewer/compact/library-position.js"
};

static const uint8_t gzip_library_position_js[] = {
#embed "../../Viewer/compact/library-position.js.gz"
};

static const uint8_t file_library_css[] = {
#embed "../../Viewer/compact/library.css"
};

static const uint8_t gzip_library_css[] = {
#embed "../../Viewer/compact/library.css.gz"
};

static const uint8_t file_library_js[] = {
#embed "../../Viewer/compact/library.js"
};

static const uint8_t gzip_library_js[] = {
#embed "../../Viewer/compact/library.js.gz"
};

static const uint8_t file_menu_js[] = {
#embed "../../Viewer/compact/menu.js"
};

static const uint8_t gzip_menu_js[] = {
#embed "../../Viewer/compact/menu.js.gz"
};

static const uint8_t file_menus_js[] = {
#embed "../../Viewer/compact/menus.js"
};

static const uint8_t gzip_menus_js[] = {
#embed "../../Viewer/compact/menus.js.gz"
};

static const uint8_t file_moving_js[] = {
#embed "../../Viewer/compact/moving.js"
};

static const uint8_t gzip_moving_js[] = {
#embed "../../Viewer/compact/moving.js.gz"
};

static const uint8_t file_navigation_js[] = {
#embed "../../Viewer/compact/navigation.js"
};

static const uint8_t gzip_navigation_js[] = {
#embed "../../Viewer/compact/navigation.js.gz"
};

static const uint8_t file_new_document_js[] = {
#embed "../../Viewer/compact/new-document.js"
};

static const uint8_t gzip_new_document_js[] = {
#embed "../../Viewer/compact/new-document.js.gz"
};

static const uint8_t file_outcomes_js[] = {
#embed "../../Viewer/compact/outcomes.js"
};

static const uint8_t gzip_outcomes_js[] = {
#embed "../../Viewer/compact/outcomes.js.gz"
};

static const uint8_t file_page_columns_js[] = {
#embed "../../Viewer/compact/page-columns.js"
};

static const uint8_t gzip_page_columns_js[] = {
#embed "../../Viewer/compact/page-columns.js.gz"
};

static const uint8_t file_page_element_js[] = {
#embed "../../Viewer/compact/page-element.js"
};

static const uint8_t gzip_page_element_js[] = {
#embed "../../Viewer/compact/page-element.js.gz"
};

static const uint8_t file_pages_css[] = {
#embed "../../Viewer/compact/pages.css"
};

static const uint8_t gzip_pages_css[] = {
#embed "../../Viewer/compact/pages.css.gz"
};

static const uint8_t file_panels_css[] = {
#embed "../../Viewer/compact/panels.css"
};

static const uint8_t gzip_panels_css[] = {
#embed "../../Viewer/compact/panels.css.gz"
};

static const uint8_t file_picture_failure_js[] = {
#embed "../../Viewer/compact/picture-failure.js"
};

static const uint8_t gzip_picture_failure_js[] = {
#embed "../../Viewer/compact/picture-failure.js.gz"
};

static const uint8_t file_picture_frame_js[] = {
#embed "../../Viewer/compact/picture-frame.js"
};

static const uint8_t gzip_picture_frame_js[] = {
#embed "../../Viewer/compact/picture-frame.js.gz"
};

static const uint8_t file_picture_memory_js[] = {
#embed "../../Viewer/compact/picture-memory.js"
};

static const uint8_t gzip_picture_memory_js[] = {
#embed "../../Viewer/compact/picture-memory.js.gz"
};

static const uint8_t file_picture_queue_js[] = {
#embed "../../Viewer/compact/picture-queue.js"
};

static const uint8_t gzip_picture_queue_js[] = {
#embed "../../Viewer/compact/picture-queue.js.gz"
};

static const uint8_t file_pictures_js[] = {
#embed "../../Viewer/compact/pictures.js"
};

static const uint8_t gzip_pictures_js[] = {
#embed "../../Viewer/compact/pictures.js.gz"
};

static const uint8_t file_plain_js[] = {
#embed "../../Viewer/compact/plain.js"
};

static const uint8_t gzip_plain_js[] = {
#embed "../../Viewer/compact/plain.js.gz"
};

static const uint8_t file_polling_js[] = {
#embed "../../Viewer/compact/polling.js"
};

static const uint8_t gzip_polling_js[] = {
#embed "../../Viewer/compact/polling.js.gz"
};

static const uint8_t file_pool_js[] = {
#embed "../../Viewer/compact/pool.js"
};

static const uint8_t gzip_pool_js[] = {
#embed "../../Viewer/compact/pool.js.gz"
};

static const uint8_t file_presence_js[] = {
#embed "../../Viewer/compact/presence.js"
};

static const uint8_t gzip_presence_js[] = {
#embed "../../Viewer/compact/presence.js.gz"
};

static const uint8_t file_printing_js[] = {
#embed "../../Viewer/compact/printing.js"
};

static const uint8_t gzip_printing_js[] = {
#embed "../../Viewer/compact/printing.js.gz"
};

static const uint8_t file_problems_js[] = {
#embed "../../Viewer/compact/problems.js"
};

static const uint8_t gzip_problems_js[] = {
#embed "../../Viewer/compact/problems.js.gz"
};

static const uint8_t file_reasons_js[] = {
#embed "../../Viewer/compact/reasons.js"
};

static const uint8_t gzip_reasons_js[] = {
#embed "../../Viewer/compact/reasons.js.gz"
};

static const uint8_t file_record_js[] = {
#embed "../../Viewer/compact/record.js"
};

static const uint8_t gzip_record_js[] = {
#embed "../../Viewer/compact/record.js.gz"
};

static const uint8_t file_recorded_edits_js[] = {
#embed "../../Viewer/compact/recorded-edits.js"
};

static const uint8_t gzip_recorded_edits_js[] = {
#embed "../../Viewer/compact/recorded-edits.js.gz"
};

static const uint8_t file_reordering_js[] = {
#embed "../../Viewer/compact/reordering.js"
};

static const uint8_t gzip_reordering_js[] = {
#embed "../../Viewer/compact/reordering.js.gz"
};

static const uint8_t file_selection_js[] = {
#embed "../../Viewer/compact/selection.js"
};

static const uint8_t gzip_selection_js[] = {
#embed "../../Viewer/compact/selection.js.gz"
};

static const uint8_t file_sharing_js[] = {
#embed "../../Viewer/compact/sharing.js"
};

static const uint8_t gzip_sharing_js[] = {
#embed "../../Viewer/compact/sharing.js.gz"
};

static const uint8_t file_stage_js[] = {
#embed "../../Viewer/compact/stage.js"
};

static const uint8_t gzip_stage_js[] = {
#embed "../../Viewer/compact/stage.js.gz"
};

static const uint8_t file_strip_view_js[] = {
#embed "../../Viewer/compact/strip-view.js"
};

static const uint8_t gzip_strip_view_js[] = {
#embed "../../Viewer/compact/strip-view.js.gz"
};

static const uint8_t file_surfaces_js[] = {
#embed "../../Viewer/compact/surfaces.js"
};

static const uint8_t gzip_surfaces_js[] = {
#embed "../../Viewer/compact/surfaces.js.gz"
};

static const uint8_t file_theme_js[] = {
#embed "../../Viewer/compact/theme.js"
};

static const uint8_t gzip_theme_js[] = {
#embed "../../Viewer/compact/theme.js.gz"
};

static const uint8_t file_thumbnail_js[] = {
#embed "../../Viewer/compact/thumbnail.js"
};

static const uint8_t gzip_thumbnail_js[] = {
#embed "../../Viewer/compact/thumbnail.js.gz"
};

static const uint8_t file_toasts_js[] = {
#embed "../../Viewer/compact/toasts.js"
};

static const uint8_t gzip_toasts_js[] = {
#embed "../../Viewer/compact/toasts.js.gz"
};

static const uint8_t file_tokens_css[] = {
#embed "../../Viewer/compact/tokens.css"
};

static const uint8_t gzip_tokens_css[] = {
#embed "../../Viewer/compact/tokens.css.gz"
};

static const uint8_t file_transfer_js[] = {
#embed "../../Viewer/compact/transfer.js"
};

static const uint8_t gzip_transfer_js[] = {
#embed "../../Viewer/compact/transfer.js.gz"
};

static const uint8_t file_undo_js[] = {
#embed "../../Viewer/compact/undo.js"
};

static const uint8_t gzip_undo_js[] = {
#embed "../../Viewer/compact/undo.js.gz"
};

static const uint8_t file_upload_panel_js[] = {
#embed "../../Viewer/compact/upload-panel.js"
};

static const uint8_t gzip_upload_panel_js[] = {
#embed "../../Viewer/compact/upload-panel.js.gz"
};

static const uint8_t file_uploads_js[] = {
#embed "../../Viewer/compact/uploads.js"
};

static const uint8_t gzip_uploads_js[] = {
#embed "../../Viewer/compact/uploads.js.gz"
};

static const uint8_t file_velocity_js[] = {
#embed "../../Viewer/compact/velocity.js"
};

static const uint8_t gzip_velocity_js[] = {
#embed "../../Viewer/compact/velocity.js.gz"
};

static const uint8_t file_viewer_js[] = {
#embed "../../Viewer/compact/viewer.js"
};

static const uint8_t gzip_viewer_js[] = {
#embed "../../Viewer/compact/viewer.js.gz"
};

static const uint8_t file_wheel_js[] = {
#embed "../../Viewer/compact/wheel.js"
};

static const uint8_t gzip_wheel_js[] = {
#embed "../../Viewer/compact/wheel.js.gz"
};

static const uint8_t file_words_js[] = {
#embed "../../Viewer/compact/words.js"
};

static const uint8_t gzip_words_js[] = {
#embed "../../Viewer/compact/words.js.gz"
};

static const uint8_t file_zoom_js[] = {
#embed "../../Viewer/compact/zoom.js"
};

static const uint8_t gzip_zoom_js[] = {
#embed "../../Viewer/compact/zoom.js.gz"
};

#define FILE(name, id) {name, file_##id, sizeof file_##id, gzip_##id, sizeof gzip_##id}

static const cgallery_asset assets[] = {
    FILE("adding.js", adding_js),
    FILE("announcer.js", announcer_js),
    FILE("api.js", api_js),
    FILE("appearance.js", appearance_js),
    FILE("arrivals.js", arrivals_js),
    FILE("base.css", base_css),
    FILE("clock.js", clock_js),
    FILE("commands.js", commands_js),
    FILE("commits.js", commits_js),
    FILE("cover.js", cover_js),
    FILE("dates.js", dates_js),
    FILE("details.js", details_js),
    FILE("dialogs.js", dialogs_js),
    FILE("display.js", display_js),
    FILE("document-list.js", document_list_js),
    FILE("document.js", document_js),
    FILE("drops.js", drops_js),
    FILE("editing.js", editing_js),
    FILE("events.js", events_js),
    FILE("failures.js", failures_js),
    FILE("files.js", files_js),
    FILE("gallery-view.js", gallery_view_js),
    FILE("gallery.css", gallery_css),
    FILE("gestures.js", gestures_js),
    FILE("grid.js", grid_js),
    FILE("icon.svg", icon_svg),
    FILE("icons.js", icons_js),
    FILE("icons.svg", icons_svg),
    FILE("inspection.js", inspection_js),
    FILE("kernel-changes.js", kernel_changes_js),
    FILE("kernel-drawer.js", kernel_drawer_js),
    FILE("kernel-frame.js", kernel_frame_js),
    FILE("kernel-gallery.js", kernel_gallery_js),
    FILE("kernel-lists.js", kernel_lists_js),
    FILE("kernel-memory.js", kernel_memory_js),
    FILE("kernel-records.js", kernel_records_js),
    FILE("kernel-tracker.js", kernel_tracker_js),
    FILE("kernel-zoom.js", kernel_zoom_js),
    FILE("kernel.js", kernel_js),
    FILE("kernel.wasm", kernel_wasm),
    FILE("key-list.js", key_list_js),
    FILE("keys.js", keys_js),
    FILE("ladder.js", ladder_js),
    FILE("late.js", late_js),
    FILE("layout.js", layout_js),
    FILE("library-actions.js", library_actions_js),
    FILE("library-appearance.js", library_appearance_js),
    FILE("library-keys.js", library_keys_js),
    FILE("library-live.js", library_live_js),
    FILE("library-position.js", library_position_js),
    FILE("library.css", library_css),
    FILE("library.js", library_js),
    FILE("menu.js", menu_js),
    FILE("menus.js", menus_js),
    FILE("moving.js", moving_js),
    FILE("navigation.js", navigation_js),
    FILE("new-document.js", new_document_js),
    FILE("outcomes.js", outcomes_js),
    FILE("page-columns.js", page_columns_js),
    FILE("page-element.js", page_element_js),
    FILE("pages.css", pages_css),
    FILE("panels.css", panels_css),
    FILE("picture-failure.js", picture_failure_js),
    FILE("picture-frame.js", picture_frame_js),
    FILE("picture-memory.js", picture_memory_js),
    FILE("picture-queue.js", picture_queue_js),
    FILE("pictures.js", pictures_js),
    FILE("plain.js", plain_js),
    FILE("polling.js", polling_js),
    FILE("pool.js", pool_js),
    FILE("presence.js", presence_js),
    FILE("printing.js", printing_js),
    FILE("problems.js", problems_js),
    FILE("reasons.js", reasons_js),
    FILE("record.js", record_js),
    FILE("recorded-edits.js", recorded_edits_js),
    FILE("reordering.js", reordering_js),
    FILE("selection.js", selection_js),
    FILE("sharing.js", sharing_js),
    FILE("stage.js", stage_js),
    FILE("strip-view.js", strip_view_js),
    FILE("surfaces.js", surfaces_js),
    FILE("theme.js", theme_js),
    FILE("thumbnail.js", thumbnail_js),
    FILE("toasts.js", toasts_js),
    FILE("tokens.css", tokens_css),
    FILE("transfer.js", transfer_js),
    FILE("undo.js", undo_js),
    FILE("upload-panel.js", upload_panel_js),
    FILE("uploads.js", uploads_js),
    FILE("velocity.js", velocity_js),
    FILE("viewer.js", viewer_js),
    FILE("wheel.js", wheel_js),
    FILE("words.js", words_js),
    FILE("zoom.js", zoom_js),
};

size_t cgallery_asset_count(void) { return sizeof assets / sizeof assets[0]; }

cgallery_asset cgallery_asset_at(size_t index) { return assets[index]; }
