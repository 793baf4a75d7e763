// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

extension CommandSession {
  /// Stops the command if no input is reachable: an image of placeholders only is useless.
  mutating func requireReachablePage(_ pages: some Collection<InputFile>) throws {
    guard pages.allSatisfy({ $0.failure != nil }) else { return }
    for page in pages {
      if let failure = page.failure { reporter.report(.input(failure), at: page.path) }
    }
    throw ExitCode(reporter.status.code)
  }
}
