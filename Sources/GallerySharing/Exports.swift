// SPDX-License-Identifier: Apache-2.0

// Re-exported because the API of this module uses sessions, pages and changes.
@_exported public import GalleryModel
