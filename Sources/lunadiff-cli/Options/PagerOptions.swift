import ArgumentParser

/// Whether a long report is shown screen by screen.
struct PagerOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-pager"),
    help: Help.flag(
      "No pager for what is longer than the terminal.",
      """
      The pager is what LUNADIFF_PAGER says, or PAGER, else less; if that is empty or cat, there is none. Only what \
      goes to a terminal is paged.
      """)) var isOff = false

  /// The pager for standard output; `nil` where there is no need of one.
  var pager: Pager? { isOff ? nil : Pager() }
}
