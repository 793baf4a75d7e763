// SPDX-License-Identifier: Apache-2.0

/// The longer texts of `--help`, wrapped by hand to 78 columns; each command adds its own.
enum HelpText {}
