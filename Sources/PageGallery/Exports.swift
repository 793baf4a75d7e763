// SPDX-License-Identifier: Apache-2.0

// Clients of this library need pages and changes of the model, stores, and image formats.
@_exported public import GalleryCompanions
@_exported public import GalleryModel
@_exported public import GallerySharing
@_exported public import PageImaging
@_exported public import PageStorage
