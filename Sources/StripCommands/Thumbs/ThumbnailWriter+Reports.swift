// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

extension ThumbnailWriter {
  /// Reports what has become of a page.
  mutating func report(
    _ result: Result<ThumbnailFacts, Problem>, at index: Int, _ session: inout CommandSession
  ) throws {
    let task = task(index)
    let line: [UInt8]
    switch result {
    case .success(let thumbnail):
      if thumbnail.isUpToDate { upToDateCount += 1 }
      if thumbnail.isDamaged, !options.isJSON {
        session.reporter.note(
          DamageNote.text(warningCount: thumbnail.warningCount), at: task.page.path)
      }
      line =
        options.isJSON
        ? json(thumbnail, task)
        : options.list.line(task.output, isTerminal: session.output.isTerminal)
    case .failure(let problem):
      session.reporter.report(problem, at: problem.concernsOutput ? task.output : task.page.path)
      line = options.isJSON ? json(problem, task) : []
    }
    // A terminal may show both streams: erase the progress line before printing.
    if session.output.isTerminal { session.reporter.progress?.clear() }
    if options.isJSON { try session.output.write(line) } else { try session.tell(line) }
    try session.output.flush()
    session.reporter.progress?.update(done: index + 1)
  }

  private func json(_ thumbnail: ThumbnailFacts, _ task: ThumbnailTask) -> [UInt8] {
    var json = JSONWriter()
    json.line(thumbnail, path: task.page.path, output: task.output)
    return json.bytes
  }

  private func json(_ problem: Problem, _ task: ThumbnailTask) -> [UInt8] {
    var json = JSONWriter()
    json.line(problem, path: task.page.path)
    return json.bytes
  }
}
