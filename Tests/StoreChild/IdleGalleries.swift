// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageGallery
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Open galleries without any activity.
struct IdleGalleries {
  let store: PageStore
  let document: DocumentID

  /// Opens galleries, waits, and prints `idle MICROSECONDS SWITCHES`: the CPU time of the process
  /// during the wait, and the number of context switches of its threads.
  ///
  /// - Parameters:
  ///   - count: The number of galleries.
  ///   - time: The length of the wait.
  func run(count: Int, for time: Duration) async {
    let viewport = GalleryViewport(
      preview: Size(width: 300, height: 400), strip: Size(width: 300, height: 60))
    var galleries: [Gallery] = []
    for _ in 0..<count {
      let source = StoredDocument(document, in: store)
      guard let gallery = try? await Gallery(showing: source, viewport: viewport) else { continue }
      galleries.append(gallery)
    }
    // Let the work that opening started complete first.
    try? await Task.sleep(for: .seconds(1))
    let before = Self.usage
    try? await Task.sleep(for: time)
    let after = Self.usage
    StoreChild.say("galleries \(galleries.count)")
    StoreChild.say("idle \(after.time - before.time) \(after.switches - before.switches)")
    for gallery in galleries { await gallery.close() }
  }

  /// The CPU time of this process so far in microseconds, and its context switches.
  private static var usage: (time: Int, switches: Int) {
    var usage = rusage()
    // RUSAGE_SELF; the type of the constant differs between C libraries.
    getrusage(0, &usage)
    let time = [usage.ru_utime, usage.ru_stime].map { Int($0.tv_sec) * 1_000_000 + Int($0.tv_usec) }
    return (time[0] + time[1], Int(usage.ru_nvcsw + usage.ru_nivcsw))
  }
}
