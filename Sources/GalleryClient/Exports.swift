// SPDX-License-Identifier: Apache-2.0

// A program that shows a remote document needs galleries.
@_exported public import PageGallery
