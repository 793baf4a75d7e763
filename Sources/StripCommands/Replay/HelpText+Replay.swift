// SPDX-License-Identifier: Apache-2.0

extension HelpText {
  static let replay = """
    EXAMPLES
      thumbnail-strip replay script.jsonl | jq -c '.frame | select(.) | .position'
      record | thumbnail-strip replay --format text -

    SCRIPT
      A script is JSON Lines: one object per line, in UTF-8. Empty lines and lines
      that start with # are skipped. The first object describes the gallery; each
      further object is a call at a time.

      {"gallery": {"pages": [{"id": 7, "width": 2480, "height": 3508}, {"id": 8}],
                   "viewport": {"preview": [375, 601], "strip": [375, 66]}}}
      {"at": 0, "call": "beginDrag", "surface": "strip"}
      {"at": 0.1, "call": "drag", "translation": -40}
      {"at": 0.12, "call": "endDrag", "velocity": -300}
      {"at": 0.3, "call": "frame"}
      {"at": 1, "call": "delete", "page": 7, "ticket": "first", "asyncFor": 0.5}
      {"at": 2, "call": "frame"}

      The first object is broken into lines here; in a script it is one line. A
      line has at most 16 MiB. Times are decimal seconds, rounded to nanoseconds,
      and never decrease. Lengths are in points. Unknown keys are errors.

      An invalid script ends with status 65 and a line SCRIPT:LINE: with what was
      expected. The output of the lines before it remains.

    GALLERY
      pages          id (unique, from 0); if known, width and height in pixels as
                     stored, density [x, y] and orientation (1 to 8, as in EXIF)
      viewport       preview and strip: [width, height] on the screen
      active         the index of the page to show, from 0 (default: 0)
      direction      ltr or rtl (default: ltr)
      axis           horizontal or vertical (default: horizontal)
      configuration  interPageSpacing, parallaxFactor, defaultAspectRatio,
                     interItemSpacing, expandedMargin, minimumAspectRatio,
                     maximumAspectRatio, overscan, hysteresis, prefetchAhead,
                     speed, reducedMotion; coalescing (coalesce or serial: whether
                     waiting edits run together), softLimit (the number of waiting
                     edits from which on edits are faster) and hardLimit (the
                     number from which on edits are rejected)

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
      insert         gap: the index of the page before which it is inserted, or the
                     number of pages; page: a page as above; focus: keep or
                     inserted, the page to show then (default: keep)
      move           index or page; to: its index afterwards
      replace        index or page; width and height of its new image, if known
      batch          requests: an array of these four, without at, that succeed or
                     fail together
      deleteActive
      takeOver       requests: an array as for batch: what others have changed
      cancel         ticket: the ticket of a request above
      drain          waiting edits run without animation
      discard        waiting and running edits are discarded

    EDITS
      The calls from delete to takeOver are requests. With space: logical,
      indexes refer to the order after all requests above; with presented (the
      default), to the order that the gallery has now.

      The replay also plays the owner of the pages. The owner is asked to commit a
      change when its animation ends, and answers at once. Each request outside a
      batch, except takeOver, may have
        ticket       its ticket in events and for cancel; unique, without a leading
                     # (default: #3 for the third request of the script)
        fails        true: the owner rejects a change that contains this request
        asyncFor     the seconds that the owner takes to answer; the slowest
                     request of a change counts

      An answer precedes a call at the same time. An answer that is due after the
      last line never arrives. Requests wait while a change is running, and then
      run together. If that fails, they are tried again one at a time. takeOver
      runs alone and always succeeds, because the owner has made the change.

    OUTPUT
      Prints one JSON object per line: {"event": ...} or {"frame": ...}. Each call
      prints all events up to its time in order, and its own effects with it.

      Events are activeChanged, prefetch and cancelPrefetch; committed when the
      pages have changed, with the tickets of all requests in the change and
      indexes before it, except for the index of insertions and the to of moves;
      and rejected for a call that the gallery rejects, after which the script
      continues. A cancel that is too late is rejected, and so is deleteActive when
      no page is left.

      Each request ends once, when its animation is over: success, failed,
      cancelled, cancelledOut, superseded, alreadyRemoved, dependencyFailed or
      rejected, with ticket, and commitTime or error where there is one. Other
      calls without effect, such as drag without beginDrag, print nothing.

      Numbers have all digits. --format text prints a line for each event, frame
      and cell, with four decimals.

    OTHER MODELS
      A first object with cardStack, splitSelector, drawer or zoom describes a
      model of that name instead of a gallery:

      {"cardStack": {"pages": [7, 8], "container": [300, 400]}}
      {"at": 0, "call": "swipe", "direction": "left"}
      {"at": 0.1, "call": "frame"}

      {"splitSelector": {"count": 6, "viewport": [375, 667]}}
      {"drawer": {"viewport": [375, 667]}}
      {"zoom": {"viewport": [375, 601], "page": 7, "aspectRatio": 0.75}}

      An unknown call is reported with the list of the model's calls.
      Documentation/replay-models.md describes all of them.
    """
}
