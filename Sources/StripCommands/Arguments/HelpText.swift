// SPDX-License-Identifier: Apache-2.0

/// The long texts of `--help`, wrapped by hand at 78 columns; each command adds its own.
enum HelpText {}
