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

static const uint8_t file_controls_text_dialog_js[] = {
#embed "../../Viewer/compact/controls/text-dialog.js"
};

static const uint8_t gzip_controls_text_dialog_js[] = {
#embed "../../Viewer/compact/controls/text-dialog.js.gz"
};

static const uint8_t file_document_js[] = {
#embed "../../Viewer/compact/document.js"
};

static const uint8_t gzip_document_js[] = {
#embed "../../Viewer/compact/document.js.gz"
};

static const uint8_t file_document_edits_js[] = {
#embed "../../Viewer/compact/document/edits.js"
};

static const uint8_t gzip_document_edits_js[] = {
#embed "../../Viewer/compact/document/edits.js.gz"
};

static const uint8_t file_document_leaving_js[] = {
#embed "../../Viewer/compact/document/leaving.js"
};

static const uint8_t gzip_document_leaving_js[] = {
#embed "../../Viewer/compact/document/leaving.js.gz"
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

static const uint8_t file_editing_edit_notes_js[] = {
#embed "../../Viewer/compact/editing/edit-notes.js"
};

static const uint8_t gzip_editing_edit_notes_js[] = {
#embed "../../Viewer/compact/editing/edit-notes.js.gz"
};

static const uint8_t file_editing_edit_tally_js[] = {
#embed "../../Viewer/compact/editing/edit-tally.js"
};

static const uint8_t gzip_editing_edit_tally_js[] = {
#embed "../../Viewer/compact/editing/edit-tally.js.gz"
};

static const uint8_t file_editing_editing_js[] = {
#embed "../../Viewer/compact/editing/editing.js"
};

static const uint8_t gzip_editing_editing_js[] = {
#embed "../../Viewer/compact/editing/editing.js.gz"
};

static const uint8_t file_editing_ends_js[] = {
#embed "../../Viewer/compact/editing/ends.js"
};

static const uint8_t gzip_editing_ends_js[] = {
#embed "../../Viewer/compact/editing/ends.js.gz"
};

static const uint8_t file_editing_former_image_js[] = {
#embed "../../Viewer/compact/editing/former-image.js"
};

static const uint8_t gzip_editing_former_image_js[] = {
#embed "../../Viewer/compact/editing/former-image.js.gz"
};

static const uint8_t file_editing_lifted_page_js[] = {
#embed "../../Viewer/compact/editing/lifted-page.js"
};

static const uint8_t gzip_editing_lifted_page_js[] = {
#embed "../../Viewer/compact/editing/lifted-page.js.gz"
};

static const uint8_t file_editing_moving_js[] = {
#embed "../../Viewer/compact/editing/moving.js"
};

static const uint8_t gzip_editing_moving_js[] = {
#embed "../../Viewer/compact/editing/moving.js.gz"
};

static const uint8_t file_editing_open_edits_js[] = {
#embed "../../Viewer/compact/editing/open-edits.js"
};

static const uint8_t gzip_editing_open_edits_js[] = {
#embed "../../Viewer/compact/editing/open-edits.js.gz"
};

static const uint8_t file_editing_reordering_js[] = {
#embed "../../Viewer/compact/editing/reordering.js"
};

static const uint8_t gzip_editing_reordering_js[] = {
#embed "../../Viewer/compact/editing/reordering.js.gz"
};

static const uint8_t file_editing_replacing_js[] = {
#embed "../../Viewer/compact/editing/replacing.js"
};

static const uint8_t gzip_editing_replacing_js[] = {
#embed "../../Viewer/compact/editing/replacing.js.gz"
};

static const uint8_t file_editing_texts_js[] = {
#embed "../../Viewer/compact/editing/texts.js"
};

static const uint8_t gzip_editing_texts_js[] = {
#embed "../../Viewer/compact/editing/texts.js.gz"
};

static const uint8_t file_editing_waiting_texts_js[] = {
#embed "../../Viewer/compact/editing/waiting-texts.js"
};

static const uint8_t gzip_editing_waiting_texts_js[] = {
#embed "../../Viewer/compact/editing/waiting-texts.js.gz"
};

static const uint8_t file_editing_watch_js[] = {
#embed "../../Viewer/compact/editing/watch.js"
};

static const uint8_t gzip_editing_watch_js[] = {
#embed "../../Viewer/compact/editing/watch.js.gz"
};

static const uint8_t file_grid_grid_actions_js[] = {
#embed "../../Viewer/compact/grid/grid-actions.js"
};

static const uint8_t gzip_grid_grid_actions_js[] = {
#embed "../../Viewer/compact/grid/grid-actions.js.gz"
};

static const uint8_t file_grid_grid_cell_js[] = {
#embed "../../Viewer/compact/grid/grid-cell.js"
};

static const uint8_t gzip_grid_grid_cell_js[] = {
#embed "../../Viewer/compact/grid/grid-cell.js.gz"
};

static const uint8_t file_grid_grid_cells_js[] = {
#embed "../../Viewer/compact/grid/grid-cells.js"
};

static const uint8_t gzip_grid_grid_cells_js[] = {
#embed "../../Viewer/compact/grid/grid-cells.js.gz"
};

static const uint8_t file_grid_grid_inputs_js[] = {
#embed "../../Viewer/compact/grid/grid-inputs.js"
};

static const uint8_t gzip_grid_grid_inputs_js[] = {
#embed "../../Viewer/compact/grid/grid-inputs.js.gz"
};

static const uint8_t file_grid_grid_layout_js[] = {
#embed "../../Viewer/compact/grid/grid-layout.js"
};

static const uint8_t gzip_grid_grid_layout_js[] = {
#embed "../../Viewer/compact/grid/grid-layout.js.gz"
};

static const uint8_t file_grid_grid_list_js[] = {
#embed "../../Viewer/compact/grid/grid-list.js"
};

static const uint8_t gzip_grid_grid_list_js[] = {
#embed "../../Viewer/compact/grid/grid-list.js.gz"
};

static const uint8_t file_grid_grid_js[] = {
#embed "../../Viewer/compact/grid/grid.js"
};

static const uint8_t gzip_grid_grid_js[] = {
#embed "../../Viewer/compact/grid/grid.js.gz"
};

static const uint8_t file_grid_move_question_js[] = {
#embed "../../Viewer/compact/grid/move-question.js"
};

static const uint8_t gzip_grid_move_question_js[] = {
#embed "../../Viewer/compact/grid/move-question.js.gz"
};

static const uint8_t file_grid_selection_js[] = {
#embed "../../Viewer/compact/grid/selection.js"
};

static const uint8_t gzip_grid_selection_js[] = {
#embed "../../Viewer/compact/grid/selection.js.gz"
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

static const uint8_t file_kernel_drawer_js[] = {
#embed "../../Viewer/compact/kernel/drawer.js"
};

static const uint8_t gzip_kernel_drawer_js[] = {
#embed "../../Viewer/compact/kernel/drawer.js.gz"
};

static const uint8_t file_kernel_kernel_wasm[] = {
#embed "../../Viewer/kernel/kernel.wasm"
};

static const uint8_t gzip_kernel_kernel_wasm[] = {
#embed "../../Viewer/compact/kernel/kernel.wasm.gz"
};

static const uint8_t file_kernel_tracker_js[] = {
#embed "../../Viewer/compact/kernel/tracker.js"
};

static const uint8_t gzip_kernel_tracker_js[] = {
#embed "../../Viewer/compact/kernel/tracker.js.gz"
};

static const uint8_t file_library_js[] = {
#embed "../../Viewer/compact/library.js"
};

static const uint8_t gzip_library_js[] = {
#embed "../../Viewer/compact/library.js.gz"
};

static const uint8_t file_library_appearance_js[] = {
#embed "../../Viewer/compact/library/appearance.js"
};

static const uint8_t gzip_library_appearance_js[] = {
#embed "../../Viewer/compact/library/appearance.js.gz"
};

static const uint8_t file_order_pending_order_js[] = {
#embed "../../Viewer/compact/order/pending-order.js"
};

static const uint8_t gzip_order_pending_order_js[] = {
#embed "../../Viewer/compact/order/pending-order.js.gz"
};

static const uint8_t file_order_pending_pages_js[] = {
#embed "../../Viewer/compact/order/pending-pages.js"
};

static const uint8_t gzip_order_pending_pages_js[] = {
#embed "../../Viewer/compact/order/pending-pages.js.gz"
};

static const uint8_t file_order_places_js[] = {
#embed "../../Viewer/compact/order/places.js"
};

static const uint8_t gzip_order_places_js[] = {
#embed "../../Viewer/compact/order/places.js.gz"
};

static const uint8_t file_panels_covering_js[] = {
#embed "../../Viewer/compact/panels/covering.js"
};

static const uint8_t gzip_panels_covering_js[] = {
#embed "../../Viewer/compact/panels/covering.js.gz"
};

static const uint8_t file_panels_details_js[] = {
#embed "../../Viewer/compact/panels/details.js"
};

static const uint8_t gzip_panels_details_js[] = {
#embed "../../Viewer/compact/panels/details.js.gz"
};

static const uint8_t file_panels_drawer_drags_js[] = {
#embed "../../Viewer/compact/panels/drawer-drags.js"
};

static const uint8_t gzip_panels_drawer_drags_js[] = {
#embed "../../Viewer/compact/panels/drawer-drags.js.gz"
};

static const uint8_t file_panels_drawer_view_js[] = {
#embed "../../Viewer/compact/panels/drawer-view.js"
};

static const uint8_t gzip_panels_drawer_view_js[] = {
#embed "../../Viewer/compact/panels/drawer-view.js.gz"
};

static const uint8_t file_panels_fact_list_js[] = {
#embed "../../Viewer/compact/panels/fact-list.js"
};

static const uint8_t gzip_panels_fact_list_js[] = {
#embed "../../Viewer/compact/panels/fact-list.js.gz"
};

static const uint8_t file_panels_facts_js[] = {
#embed "../../Viewer/compact/panels/facts.js"
};

static const uint8_t gzip_panels_facts_js[] = {
#embed "../../Viewer/compact/panels/facts.js.gz"
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

static const uint8_t file_panels_print_list_js[] = {
#embed "../../Viewer/compact/panels/print-list.js"
};

static const uint8_t gzip_panels_print_list_js[] = {
#embed "../../Viewer/compact/panels/print-list.js.gz"
};

static const uint8_t file_panels_printing_js[] = {
#embed "../../Viewer/compact/panels/printing.js"
};

static const uint8_t gzip_panels_printing_js[] = {
#embed "../../Viewer/compact/panels/printing.js.gz"
};

static const uint8_t file_pictures_failure_js[] = {
#embed "../../Viewer/compact/pictures/failure.js"
};

static const uint8_t gzip_pictures_failure_js[] = {
#embed "../../Viewer/compact/pictures/failure.js.gz"
};

static const uint8_t file_plain_js[] = {
#embed "../../Viewer/compact/plain.js"
};

static const uint8_t gzip_plain_js[] = {
#embed "../../Viewer/compact/plain.js.gz"
};

static const uint8_t file_requests_polling_js[] = {
#embed "../../Viewer/compact/requests/polling.js"
};

static const uint8_t gzip_requests_polling_js[] = {
#embed "../../Viewer/compact/requests/polling.js.gz"
};

static const uint8_t file_shared_document_js[] = {
#embed "../../Viewer/compact/shared/document.js"
};

static const uint8_t gzip_shared_document_js[] = {
#embed "../../Viewer/compact/shared/document.js.gz"
};

static const uint8_t file_shared_library_js[] = {
#embed "../../Viewer/compact/shared/library.js"
};

static const uint8_t gzip_shared_library_js[] = {
#embed "../../Viewer/compact/shared/library.js.gz"
};

static const uint8_t file_sharing_commits_js[] = {
#embed "../../Viewer/compact/sharing/commits.js"
};

static const uint8_t gzip_sharing_commits_js[] = {
#embed "../../Viewer/compact/sharing/commits.js.gz"
};

static const uint8_t file_sharing_edit_requests_js[] = {
#embed "../../Viewer/compact/sharing/edit-requests.js"
};

static const uint8_t gzip_sharing_edit_requests_js[] = {
#embed "../../Viewer/compact/sharing/edit-requests.js.gz"
};

static const uint8_t file_sharing_lasting_js[] = {
#embed "../../Viewer/compact/sharing/lasting.js"
};

static const uint8_t gzip_sharing_lasting_js[] = {
#embed "../../Viewer/compact/sharing/lasting.js.gz"
};

static const uint8_t file_sharing_outcomes_js[] = {
#embed "../../Viewer/compact/sharing/outcomes.js"
};

static const uint8_t gzip_sharing_outcomes_js[] = {
#embed "../../Viewer/compact/sharing/outcomes.js.gz"
};

static const uint8_t file_sharing_source_order_js[] = {
#embed "../../Viewer/compact/sharing/source-order.js"
};

static const uint8_t gzip_sharing_source_order_js[] = {
#embed "../../Viewer/compact/sharing/source-order.js.gz"
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

static const uint8_t file_undo_action_js[] = {
#embed "../../Viewer/compact/undo/action.js"
};

static const uint8_t gzip_undo_action_js[] = {
#embed "../../Viewer/compact/undo/action.js.gz"
};

static const uint8_t file_undo_actions_js[] = {
#embed "../../Viewer/compact/undo/actions.js"
};

static const uint8_t gzip_undo_actions_js[] = {
#embed "../../Viewer/compact/undo/actions.js.gz"
};

static const uint8_t file_undo_foreign_edits_js[] = {
#embed "../../Viewer/compact/undo/foreign-edits.js"
};

static const uint8_t gzip_undo_foreign_edits_js[] = {
#embed "../../Viewer/compact/undo/foreign-edits.js.gz"
};

static const uint8_t file_undo_returns_js[] = {
#embed "../../Viewer/compact/undo/returns.js"
};

static const uint8_t gzip_undo_returns_js[] = {
#embed "../../Viewer/compact/undo/returns.js.gz"
};

static const uint8_t file_undo_reversals_js[] = {
#embed "../../Viewer/compact/undo/reversals.js"
};

static const uint8_t gzip_undo_reversals_js[] = {
#embed "../../Viewer/compact/undo/reversals.js.gz"
};

static const uint8_t file_undo_undo_offer_js[] = {
#embed "../../Viewer/compact/undo/undo-offer.js"
};

static const uint8_t gzip_undo_undo_offer_js[] = {
#embed "../../Viewer/compact/undo/undo-offer.js.gz"
};

static const uint8_t file_undo_undo_js[] = {
#embed "../../Viewer/compact/undo/undo.js"
};

static const uint8_t gzip_undo_undo_js[] = {
#embed "../../Viewer/compact/undo/undo.js.gz"
};

#define FILE(name, id) {name, file_##id, sizeof file_##id, gzip_##id, sizeof gzip_##id}

static const cgallery_asset assets[] = {
    FILE("appearance.js", appearance_js),
    FILE("controls/text-dialog.js", controls_text_dialog_js),
    FILE("document.js", document_js),
    FILE("document/edits.js", document_edits_js),
    FILE("document/leaving.js", document_leaving_js),
    FILE("editing/adding.js", editing_adding_js),
    FILE("editing/answers.js", editing_answers_js),
    FILE("editing/edit-notes.js", editing_edit_notes_js),
    FILE("editing/edit-tally.js", editing_edit_tally_js),
    FILE("editing/editing.js", editing_editing_js),
    FILE("editing/ends.js", editing_ends_js),
    FILE("editing/former-image.js", editing_former_image_js),
    FILE("editing/lifted-page.js", editing_lifted_page_js),
    FILE("editing/moving.js", editing_moving_js),
    FILE("editing/open-edits.js", editing_open_edits_js),
    FILE("editing/reordering.js", editing_reordering_js),
    FILE("editing/replacing.js", editing_replacing_js),
    FILE("editing/texts.js", editing_texts_js),
    FILE("editing/waiting-texts.js", editing_waiting_texts_js),
    FILE("editing/watch.js", editing_watch_js),
    FILE("grid/grid-actions.js", grid_grid_actions_js),
    FILE("grid/grid-cell.js", grid_grid_cell_js),
    FILE("grid/grid-cells.js", grid_grid_cells_js),
    FILE("grid/grid-inputs.js", grid_grid_inputs_js),
    FILE("grid/grid-layout.js", grid_grid_layout_js),
    FILE("grid/grid-list.js", grid_grid_list_js),
    FILE("grid/grid.js", grid_grid_js),
    FILE("grid/move-question.js", grid_move_question_js),
    FILE("grid/selection.js", grid_selection_js),
    FILE("inspection/inspection.js", inspection_inspection_js),
    FILE("inspection/record.js", inspection_record_js),
    FILE("inspection/recorded-edits.js", inspection_recorded_edits_js),
    FILE("kernel/drawer.js", kernel_drawer_js),
    FILE("kernel/kernel.wasm", kernel_kernel_wasm),
    FILE("kernel/tracker.js", kernel_tracker_js),
    FILE("library.js", library_js),
    FILE("library/appearance.js", library_appearance_js),
    FILE("order/pending-order.js", order_pending_order_js),
    FILE("order/pending-pages.js", order_pending_pages_js),
    FILE("order/places.js", order_places_js),
    FILE("panels/covering.js", panels_covering_js),
    FILE("panels/details.js", panels_details_js),
    FILE("panels/drawer-drags.js", panels_drawer_drags_js),
    FILE("panels/drawer-view.js", panels_drawer_view_js),
    FILE("panels/fact-list.js", panels_fact_list_js),
    FILE("panels/facts.js", panels_facts_js),
    FILE("panels/key-list.js", panels_key_list_js),
    FILE("panels/menus.js", panels_menus_js),
    FILE("panels/print-list.js", panels_print_list_js),
    FILE("panels/printing.js", panels_printing_js),
    FILE("pictures/failure.js", pictures_failure_js),
    FILE("plain.js", plain_js),
    FILE("requests/polling.js", requests_polling_js),
    FILE("shared/document.js", shared_document_js),
    FILE("shared/library.js", shared_library_js),
    FILE("sharing/commits.js", sharing_commits_js),
    FILE("sharing/edit-requests.js", sharing_edit_requests_js),
    FILE("sharing/lasting.js", sharing_lasting_js),
    FILE("sharing/outcomes.js", sharing_outcomes_js),
    FILE("sharing/source-order.js", sharing_source_order_js),
    FILE("styles/base.css", styles_base_css),
    FILE("styles/gallery.css", styles_gallery_css),
    FILE("styles/icon.svg", styles_icon_svg),
    FILE("styles/icons.svg", styles_icons_svg),
    FILE("styles/library.css", styles_library_css),
    FILE("styles/pages.css", styles_pages_css),
    FILE("styles/panels.css", styles_panels_css),
    FILE("styles/tokens.css", styles_tokens_css),
    FILE("undo/action.js", undo_action_js),
    FILE("undo/actions.js", undo_actions_js),
    FILE("undo/foreign-edits.js", undo_foreign_edits_js),
    FILE("undo/returns.js", undo_returns_js),
    FILE("undo/reversals.js", undo_reversals_js),
    FILE("undo/undo-offer.js", undo_undo_offer_js),
    FILE("undo/undo.js", undo_undo_js),
};

size_t cgallery_asset_count(void) { return sizeof assets / sizeof assets[0]; }

cgallery_asset cgallery_asset_at(size_t index) { return assets[index]; }
