// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The command `thumbnail-strip store`, which manages stored documents and pages.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Keep documents and their pages in a folder, and edit them.",
    discussion: HelpText.store,
    subcommands: [
      StoreInitCommand.self, StoreIngestCommand.self, StoreListCommand.self,
      StoreShowCommand.self, StoreMoveCommand.self, StoreRotateCommand.self,
      StoreReplaceCommand.self, StoreDeleteCommand.self, StoreRestoreCommand.self,
      StorePurgeCommand.self, StoreRenameCommand.self, StoreDescribeCommand.self,
      StoreSplitCommand.self,
      StoreMergeCommand.self, StoreDuplicateCommand.self, StoreExportCommand.self,
      StoreVerifyCommand.self, StoreRepairCommand.self, StoreBackupCommand.self,
      StoreCopyCommand.self,
    ]
  )
}
