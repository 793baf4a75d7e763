// SPDX-License-Identifier: Apache-2.0

/// The texts of `help`, wrapped by hand at 78 columns; each command adds its own.
///
/// `--help` prints only the section `EXAMPLES` of a text.
enum HelpText {}
