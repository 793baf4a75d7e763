// SPDX-License-Identifier: Apache-2.0
//
// Written by Scripts/viewer-assets.sh.
#include "CViewerAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t file_announcer_js[] = {
#embed "../../Viewer/announcer.js"
};

static const uint8_t file_api_js[] = {
#embed "../../Viewer/api.js"
};

static const uint8_t file_appearance_js[] = {
#embed "../../Viewer/appearance.js"
};

static const uint8_t file_base_css[] = {
#embed "../../Viewer/base.css"
};

static const uint8_t file_clock_js[] = {
#embed "../../Viewer/clock.js"
};

static const uint8_t file_commands_js[] = {
#embed "../../Viewer/commands.js"
};

static const uint8_t file_cover_js[] = {
#embed "../../Viewer/cover.js"
};

static const uint8_t file_dates_js[] = {
#embed "../../Viewer/dates.js"
};

static const uint8_t file_details_js[] = {
#embed "../../Viewer/details.js"
};

static const uint8_t file_dialogs_js[] = {
#embed "../../Viewer/dialogs.js"
};

static const uint8_t file_display_js[] = {
#embed "../../Viewer/display.js"
};

static const uint8_t file_document_list_js[] = {
#embed "../../Viewer/document-list.js"
};

static const uint8_t file_document_js[] = {
#embed "../../Viewer/document.js"
};

static const uint8_t file_editing_js[] = {
#embed "../../Viewer/editing.js"
};

static const uint8_t file_events_js[] = {
#embed "../../Viewer/events.js"
};

static const uint8_t file_files_js[] = {
#embed "../../Viewer/files.js"
};

static const uint8_t file_gallery_view_js[] = {
#embed "../../Viewer/gallery-view.js"
};

static const uint8_t file_gallery_css[] = {
#embed "../../Viewer/gallery.css"
};

static const uint8_t file_gestures_js[] = {
#embed "../../Viewer/gestures.js"
};

static const uint8_t file_grid_js[] = {
#embed "../../Viewer/grid.js"
};

static const uint8_t file_icon_svg[] = {
#embed "../../Viewer/icon.svg"
};

static const uint8_t file_icons_js[] = {
#embed "../../Viewer/icons.js"
};

static const uint8_t file_icons_svg[] = {
#embed "../../Viewer/icons.svg"
};

static const uint8_t file_inspection_js[] = {
#embed "../../Viewer/inspection.js"
};

static const uint8_t file_kernel_changes_js[] = {
#embed "../../Viewer/kernel-changes.js"
};

static const uint8_t file_kernel_drawer_js[] = {
#embed "../../Viewer/kernel-drawer.js"
};

static const uint8_t file_kernel_frame_js[] = {
#embed "../../Viewer/kernel-frame.js"
};

static const uint8_t file_kernel_gallery_js[] = {
#embed "../../Viewer/kernel-gallery.js"
};

static const uint8_t file_kernel_lists_js[] = {
#embed "../../Viewer/kernel-lists.js"
};

static const uint8_t file_kernel_memory_js[] = {
#embed "../../Viewer/kernel-memory.js"
};

static const uint8_t file_kernel_records_js[] = {
#embed "../../Viewer/kernel-records.js"
};

static const uint8_t file_kernel_tracker_js[] = {
#embed "../../Viewer/kernel-tracker.js"
};

static const uint8_t file_kernel_zoom_js[] = {
#embed "../../Viewer/kernel-zoom.js"
};

static const uint8_t file_kernel_js[] = {
#embed "../../Viewer/kernel.js"
};

static const uint8_t file_kernel_wasm[] = {
#embed "../../Viewer/kernel.wasm"
};

static const uint8_t file_keys_js[] = {
#embed "../../Viewer/keys.js"
};

static const uint8_t file_ladder_js[] = {
#embed "../../Viewer/ladder.js"
};

static const uint8_t file_layout_js[] = {
#embed "../../Viewer/layout.js"
};

static const uint8_t file_library_actions_js[] = {
#embed "../../Viewer/library-actions.js"
};

static const uint8_t file_library_appearance_js[] = {
#embed "../../Viewer/library-appearance.js"
};

static const uint8_t file_library_keys_js[] = {
#embed "../../Viewer/library-keys.js"
};

static const uint8_t file_library_position_js[] = {
#embed "../../Viewer/library-position.js"
};

static const uint8_t file_library_css[] = {
#embed "../../Viewer/library.css"
};

static const uint8_t file_library_js[] = {
#embed "../../Viewer/library.js"
};

static const uint8_t file_menu_js[] = {
#embed "../../Viewer/menu.js"
};

static const uint8_t file_moving_js[] = {
#embed "../../Viewer/moving.js"
};

static const uint8_t file_navigation_js[] = {
#embed "../../Viewer/navigation.js"
};

static const uint8_t file_new_document_js[] = {
#embed "../../Viewer/new-document.js"
};

static const uint8_t file_picture_frame_js[] = {
#embed "../../Viewer/picture-frame.js"
};

static const uint8_t file_picture_queue_js[] = {
#embed "../../Viewer/picture-queue.js"
};

static const uint8_t file_pictures_js[] = {
#embed "../../Viewer/pictures.js"
};

static const uint8_t file_plain_js[] = {
#embed "../../Viewer/plain.js"
};

static const uint8_t file_presence_js[] = {
#embed "../../Viewer/presence.js"
};

static const uint8_t file_printing_js[] = {
#embed "../../Viewer/printing.js"
};

static const uint8_t file_problems_js[] = {
#embed "../../Viewer/problems.js"
};

static const uint8_t file_record_js[] = {
#embed "../../Viewer/record.js"
};

static const uint8_t file_reordering_js[] = {
#embed "../../Viewer/reordering.js"
};

static const uint8_t file_selection_js[] = {
#embed "../../Viewer/selection.js"
};

static const uint8_t file_sharing_js[] = {
#embed "../../Viewer/sharing.js"
};

static const uint8_t file_stage_js[] = {
#embed "../../Viewer/stage.js"
};

static const uint8_t file_strip_view_js[] = {
#embed "../../Viewer/strip-view.js"
};

static const uint8_t file_surfaces_js[] = {
#embed "../../Viewer/surfaces.js"
};

static const uint8_t file_theme_js[] = {
#embed "../../Viewer/theme.js"
};

static const uint8_t file_toasts_js[] = {
#embed "../../Viewer/toasts.js"
};

static const uint8_t file_tokens_css[] = {
#embed "../../Viewer/tokens.css"
};

static const uint8_t file_transfer_js[] = {
#embed "../../Viewer/transfer.js"
};

static const uint8_t file_undo_js[] = {
#embed "../../Viewer/undo.js"
};

static const uint8_t file_upload_panel_js[] = {
#embed "../../Viewer/upload-panel.js"
};

static const uint8_t file_uploads_js[] = {
#embed "../../Viewer/uploads.js"
};

static const uint8_t file_velocity_js[] = {
#embed "../../Viewer/velocity.js"
};

static const uint8_t file_viewer_js[] = {
#embed "../../Viewer/viewer.js"
};

static const uint8_t file_wheel_js[] = {
#embed "../../Viewer/wheel.js"
};

static const uint8_t file_words_js[] = {
#embed "../../Viewer/words.js"
};

static const uint8_t file_zoom_js[] = {
#embed "../../Viewer/zoom.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const cgallery_asset assets[] = {
    FILE("announcer.js", file_announcer_js),
    FILE("api.js", file_api_js),
    FILE("appearance.js", file_appearance_js),
    FILE("base.css", file_base_css),
    FILE("clock.js", file_clock_js),
    FILE("commands.js", file_commands_js),
    FILE("cover.js", file_cover_js),
    FILE("dates.js", file_dates_js),
    FILE("details.js", file_details_js),
    FILE("dialogs.js", file_dialogs_js),
    FILE("display.js", file_display_js),
    FILE("document-list.js", file_document_list_js),
    FILE("document.js", file_document_js),
    FILE("editing.js", file_editing_js),
    FILE("events.js", file_events_js),
    FILE("files.js", file_files_js),
    FILE("gallery-view.js", file_gallery_view_js),
    FILE("gallery.css", file_gallery_css),
    FILE("gestures.js", file_gestures_js),
    FILE("grid.js", file_grid_js),
    FILE("icon.svg", file_icon_svg),
    FILE("icons.js", file_icons_js),
    FILE("icons.svg", file_icons_svg),
    FILE("inspection.js", file_inspection_js),
    FILE("kernel-changes.js", file_kernel_changes_js),
    FILE("kernel-drawer.js", file_kernel_drawer_js),
    FILE("kernel-frame.js", file_kernel_frame_js),
    FILE("kernel-gallery.js", file_kernel_gallery_js),
    FILE("kernel-lists.js", file_kernel_lists_js),
    FILE("kernel-memory.js", file_kernel_memory_js),
    FILE("kernel-records.js", file_kernel_records_js),
    FILE("kernel-tracker.js", file_kernel_tracker_js),
    FILE("kernel-zoom.js", file_kernel_zoom_js),
    FILE("kernel.js", file_kernel_js),
    FILE("kernel.wasm", file_kernel_wasm),
    FILE("keys.js", file_keys_js),
    FILE("ladder.js", file_ladder_js),
    FILE("layout.js", file_layout_js),
    FILE("library-actions.js", file_library_actions_js),
    FILE("library-appearance.js", file_library_appearance_js),
    FILE("library-keys.js", file_library_keys_js),
    FILE("library-position.js", file_library_position_js),
    FILE("library.css", file_library_css),
    FILE("library.js", file_library_js),
    FILE("menu.js", file_menu_js),
    FILE("moving.js", file_moving_js),
    FILE("navigation.js", file_navigation_js),
    FILE("new-document.js", file_new_document_js),
    FILE("picture-frame.js", file_picture_frame_js),
    FILE("picture-queue.js", file_picture_queue_js),
    FILE("pictures.js", file_pictures_js),
    FILE("plain.js", file_plain_js),
    FILE("presence.js", file_presence_js),
    FILE("printing.js", file_printing_js),
    FILE("problems.js", file_problems_js),
    FILE("record.js", file_record_js),
    FILE("reordering.js", file_reordering_js),
    FILE("selection.js", file_selection_js),
    FILE("sharing.js", file_sharing_js),
    FILE("stage.js", file_stage_js),
    FILE("strip-view.js", file_strip_view_js),
    FILE("surfaces.js", file_surfaces_js),
    FILE("theme.js", file_theme_js),
    FILE("toasts.js", file_toasts_js),
    FILE("tokens.css", file_tokens_css),
    FILE("transfer.js", file_transfer_js),
    FILE("undo.js", file_undo_js),
    FILE("upload-panel.js", file_upload_panel_js),
    FILE("uploads.js", file_uploads_js),
    FILE("velocity.js", file_velocity_js),
    FILE("viewer.js", file_viewer_js),
    FILE("wheel.js", file_wheel_js),
    FILE("words.js", file_words_js),
    FILE("zoom.js", file_zoom_js),
};

size_t cgallery_asset_count(void) { return sizeof assets / sizeof assets[0]; }

cgallery_asset cgallery_asset_at(size_t index) { return assets[index]; }
