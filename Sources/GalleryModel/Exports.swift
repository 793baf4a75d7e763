// SPDX-License-Identifier: Apache-2.0

// Re-exported because the API of this module uses points, pages and motions.
@_exported public import GalleryGeometry
@_exported public import GalleryMotion
@_exported public import GalleryPages
