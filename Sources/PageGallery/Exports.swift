// SPDX-License-Identifier: Apache-2.0

// Whoever imports this library shows pages of a model, from a store, in formats of images.
@_exported public import GalleryCompanions
@_exported public import GalleryModel
@_exported public import PageImaging
@_exported public import PageStorage
