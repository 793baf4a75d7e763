// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let replay = """
    A script is JSON Lines: one object a line, in UTF-8; empty lines and lines
    that start with # do not count. The first object sets the gallery up, each
    further one is a call at a time.

      {"gallery": {"pages": [{"id": 7, "width": 2480, "height": 3508}, {"id": 8}],
                   "viewport": {"preview": [375, 601], "strip": [375, 66]}}}
      {"at": 0, "call": "beginDrag", "surface": "strip"}
      {"at": 0.1, "call": "drag", "translation": -40}
      {"at": 0.12, "call": "endDrag", "velocity": -300}
      {"at": 0.3, "call": "frame"}
      {"at": 1, "call": "delete", "page": 7, "ticket": "first", "asyncFor": 0.5}
      {"at": 2, "call": "frame"}

    Here the first object is broken into lines; in a script it is one line of at
    most 16 MiB. Times are decimal seconds, rounded to nanoseconds, and never go
    back. Lengths are points. Unknown keys are errors.

    GALLERY
      pages          id (unique, from 0), and if known width and height in pixels
                     as stored, density [x, y] and orientation (1 to 8, as in EXIF)
      viewport       preview and strip: [width, height] on the screen
      active         the index of the page to show, from 0 (default: 0)
      direction      ltr or rtl (default: ltr)
      axis           horizontal or vertical (default: horizontal)
      configuration  interPageSpacing, parallaxFactor, defaultAspectRatio,
                     interItemSpacing, expandedMargin, minimumAspectRatio,
                     maximumAspectRatio, overscan, hysteresis, prefetchAhead,
                     speed, reducedMotion; coalescing (coalesce or serial: whether
                     edits that wait go together), softLimit (with so many of them
                     waiting edits are hurried) and hardLimit (more are refused)

    CALLS
      frame          prints a frame after the events
      advance        prints events only
      beginDrag      surface: preview or strip
      drag           translation: points since beginDrag
      endDrag        velocity: points per second
      cancelDrag
      goTo           index or page; animated: true or false (default: true)
      setViewport    preview and strip
      setSize        page, width and height
      delete         index or page
      insert         gap: the index of the page before which it goes, or their
                     number; page: a page as above; focus: keep or inserted, the
                     page to show then (default: keep)
      move           index or page; to: its index afterwards
      replace        index or page; width and height of its new picture, if known
      batch          requests: an array of these four, without at, that succeed or
                     fail as one
      deleteActive
      cancel         ticket: the name of a request above
      drain          edits that wait are made without animation
      discard        edits that wait or run are forgotten

    EDITS
      The calls from delete to deleteActive are requests. With space: logical,
      indexes count the pages as they will be when all requests above have been
      met, with presented (the default) those that the gallery has now. The
      replay plays the owner of the pages too, who is asked to make a change when
      its animation ends, and answers at once. Each request, but no part of a
      batch, may have
        ticket       its name in events and for cancel, given once and not with #
                     in front (default: #3 for the third request of the script)
        fails        true: the owner refuses a change with this request in it
        asyncFor     the owner takes so many seconds to answer; the slowest
                     request of a change counts
      An answer comes before a call of the same time. One that is due after the
      last line never comes. Requests that come while a change is on its way wait
      and go together; if that fails, they are tried again one by one.

    OUTPUT
      One JSON object a line: {"event": ...} or {"frame": ...}. After each call,
      whatever it is, all events until its time are printed in their order, so
      that a call shows at its own line what it does at once. Events are
      activeChanged, prefetch and cancelPrefetch; committed when the pages have
      changed, with the tickets of all requests in the change, and indexes before
      it, except for the index of insertions and the to of moves; and rejected for
      a call that the gallery refuses, after which the script goes on. A cancel
      that comes too late is refused, and so is deleteActive without a page left.
      Each request has one end, when its animation is over: success, failed,
      cancelled, cancelledOut, superseded, alreadyRemoved, dependencyFailed or
      rejected, with ticket, and commitTime or error where there is one.
      Other calls that do nothing, such as drag without beginDrag, print nothing.
      Numbers are those of the model to the last digit. --format text prints a
      line for each event, frame and cell, with four decimals.

    OTHER MODELS
      A first object with cardStack, splitSelector, drawer or zoom sets up a model
      of that name instead of a gallery:

      {"cardStack": {"pages": [7, 8], "container": [300, 400]}}
      {"at": 0, "call": "swipe", "direction": "left"}
      {"at": 0.1, "call": "frame"}

      {"splitSelector": {"count": 6, "viewport": [375, 667]}}
      {"drawer": {"viewport": [375, 667]}}
      {"zoom": {"viewport": [375, 601], "page": 7, "aspectRatio": 0.75}}

      A call that a model does not know is answered with those that it knows.
      Documentation/replay-models.md tells all of them.

    A mistake in a script ends it with status 65 and the line SCRIPT:LINE: and
    what was expected; what was printed before stays.

    EXAMPLES
      thumbnail-strip replay script.jsonl | jq -c '.frame | select(.) | .position'
      record | thumbnail-strip replay --format text -
    """
}
