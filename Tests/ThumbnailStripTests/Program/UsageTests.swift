// SPDX-License-Identifier: Apache-2.0

import Testing

struct UsageTests {
  static let mistakes: [(String, String)] = [
    ("scans", "Standard output is not a terminal"),
    ("scans -o a.gif", "must end in .png, .jpg or .jpeg"),
    ("scans -o png", "must end in .png, .jpg or .jpeg"),
    ("scans --layout -o a.png", "--layout prints JSON"),
    ("scans -o a.png --active 0", "There is no page 0: there are 2 pages."),
    ("scans -o a.png --active 3", "There is no page 3: there are 2 pages."),
    ("scans -o a.png --active -1", "There is no page -1: there are 2 pages."),
    ("scans/1.png -o a.png --active 2", "There is no page 2: there is 1 page."),
    ("scans -o a.png --active middle", "--active"),
    ("scans -o a.png --width 0", "--width must be a positive number"),
    ("scans -o a.png --width nan", "--width must be a positive number"),
    ("scans -o a.png --height inf", "--height must be a positive number"),
    ("scans -o a.png --scale=-2", "--scale must be a positive number"),
    ("scans -o a.png --scale 1e9", "pixels"),
    ("scans -o a.png --width 1e308 --scale 1e308", "pixels"),
    ("scans -o a.png --width 1e-9", "has no pixels"),
    ("scans -o a.png --width 1 --height 30000", "pixels"),
    ("scans -o a.png --background pink", "--background"),
    ("scans -o a.png --background #12", "--background"),
    ("info", "input"),
    ("info --jsn scans", "--jsn"),
    ("thumbs scans", "--output"),
    ("thumbs scans -o out --height 0", "at least 1 pixel"),
    ("thumbs scans -o out --height 100000", "at most 65500"),
    ("thumbs scans -o out --height 5 --long-side 5", "are mutually exclusive"),
    ("thumbs scans -o out --quality 0", "--quality must be in 1...100"),
    ("thumbs scans -o out --quality 101", "--quality must be in 1...100"),
    ("thumbs scans -o out --format png --quality 5", "--quality is for --format jpeg"),
    ("thumbs scans -o out --format gif", "--format"),
    ("thumbs scans -o out --jobs 0", "--jobs must be at least 1"),
  ]

  @Test(arguments: mistakes)
  func mistakeIsExplainedAndMakesNothing(arguments: String, words: String) throws {
    let workspace = try Workspace()
    try workspace.addPage("scans/1.png")
    try workspace.addPage("scans/2.png")

    let outcome = try workspace.program.run(arguments.split(separator: " ").map(String.init))

    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(words))
    #expect(try workspace.names() == ["scans"])
  }
}
