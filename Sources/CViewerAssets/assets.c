// SPDX-License-Identifier: Apache-2.0
//
// Written by Scripts/viewer-assets.sh.
#include "CViewerAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

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

static const uint8_t file_cover_js[] = {
#embed "../../Viewer/cover.js"
};

static const uint8_t file_dates_js[] = {
#embed "../../Viewer/dates.js"
};

static const uint8_t file_dialogs_js[] = {
#embed "../../Viewer/dialogs.js"
};

static const uint8_t file_document_list_js[] = {
#embed "../../Viewer/document-list.js"
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

static const uint8_t file_gestures_js[] = {
#embed "../../Viewer/gestures.js"
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

static const uint8_t file_ladder_js[] = {
#embed "../../Viewer/ladder.js"
};

static const uint8_t file_library_css[] = {
#embed "../../Viewer/library.css"
};

static const uint8_t file_menu_js[] = {
#embed "../../Viewer/menu.js"
};

static const uint8_t file_moving_js[] = {
#embed "../../Viewer/moving.js"
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

static const uint8_t file_sharing_js[] = {
#embed "../../Viewer/sharing.js"
};

static const uint8_t file_strip_view_js[] = {
#embed "../../Viewer/strip-view.js"
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

static const uint8_t file_wheel_js[] = {
#embed "../../Viewer/wheel.js"
};

static const uint8_t file_words_js[] = {
#embed "../../Viewer/words.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const cgallery_asset assets[] = {
    FILE("api.js", file_api_js),
    FILE("appearance.js", file_appearance_js),
    FILE("base.css", file_base_css),
    FILE("clock.js", file_clock_js),
    FILE("cover.js", file_cover_js),
    FILE("dates.js", file_dates_js),
    FILE("dialogs.js", file_dialogs_js),
    FILE("document-list.js", file_document_list_js),
    FILE("events.js", file_events_js),
    FILE("files.js", file_files_js),
    FILE("gallery-view.js", file_gallery_view_js),
    FILE("gestures.js", file_gestures_js),
    FILE("icon.svg", file_icon_svg),
    FILE("icons.js", file_icons_js),
    FILE("icons.svg", file_icons_svg),
    FILE("ladder.js", file_ladder_js),
    FILE("library.css", file_library_css),
    FILE("menu.js", file_menu_js),
    FILE("moving.js", file_moving_js),
    FILE("picture-frame.js", file_picture_frame_js),
    FILE("picture-queue.js", file_picture_queue_js),
    FILE("pictures.js", file_pictures_js),
    FILE("plain.js", file_plain_js),
    FILE("sharing.js", file_sharing_js),
    FILE("strip-view.js", file_strip_view_js),
    FILE("theme.js", file_theme_js),
    FILE("toasts.js", file_toasts_js),
    FILE("tokens.css", file_tokens_css),
    FILE("transfer.js", file_transfer_js),
    FILE("undo.js", file_undo_js),
    FILE("upload-panel.js", file_upload_panel_js),
    FILE("uploads.js", file_uploads_js),
    FILE("velocity.js", file_velocity_js),
    FILE("wheel.js", file_wheel_js),
    FILE("words.js", file_words_js),
};

size_t cgallery_asset_count(void) { return sizeof assets / sizeof assets[0]; }

cgallery_asset cgallery_asset_at(size_t index) { return assets[index]; }
