// SPDX-License-Identifier: Apache-2.0

// Re-exported because this module extends its types, such as `Point` with a rotation.
@_exported public import GalleryGeometry
