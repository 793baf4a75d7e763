// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension CommandSession {
  /// Stops the command if no input is reachable: an image of placeholders only is useless.
  mutating func requireReachablePage(_ pages: some Collection<InputFile>) throws {
    guard pages.allSatisfy(\.isUnreachable) else { return }
    for page in pages {
      do throws(Problem) {
        try page.checkIsReadable()
      } catch {
        reporter.report(error, at: page.path)
      }
    }
    throw ExitCode(reporter.status.code)
  }
}
