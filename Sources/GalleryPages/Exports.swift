// SPDX-License-Identifier: Apache-2.0

// Re-exported because the API of this module uses its types, such as the pixel size of a page.
@_exported public import GalleryGeometry
