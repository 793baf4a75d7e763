// SPDX-License-Identifier: Apache-2.0

extension PageList: PageOrder {
  func id(at index: Int) -> PageID { ids[index] }
}
