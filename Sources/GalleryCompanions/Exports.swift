// SPDX-License-Identifier: Apache-2.0

// The interactions are made of points, pages and motions: their users need no second import.
@_exported public import GalleryGeometry
@_exported public import GalleryMotion
@_exported public import GalleryPages
