// SPDX-License-Identifier: Apache-2.0

// What tests share with the child process, which has no library for tests.
@_exported public import GalleryTestData
