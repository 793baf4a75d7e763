// SPDX-License-Identifier: Apache-2.0

// The shape of a page comes from its size in pixels: its users need no second import.
@_exported public import GalleryGeometry
