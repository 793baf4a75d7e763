// SPDX-License-Identifier: Apache-2.0

// A point is rotated with the sine of this module: its users need no second import.
@_exported public import GalleryGeometry
