/// What a terminal shows while long work goes on, in one line.
package struct ProgressText: Sendable, Equatable {
  package var label: String
  /// How much of it is done, from 0 to 1; `nil` if it is unknown.
  package var fraction: Double?

  package init(_ label: String, fraction: Double? = nil) {
    self.label = label
    self.fraction = fraction
  }

  /// The line for a moment: what, a bar, per cent, how long it has taken and about how long the rest will take.
  ///
  /// What a narrow terminal has no room for is left out: the bar first, then the end of the label, and last the times.
  package func line(elapsed: Duration, width: Int) -> String {
    let label = DisplayText(label)
    let times = times(elapsed)
    let percent = fraction.map { "\(Int($0 * 100)) %" }
    for end in [[percent, times], [percent], [times]] {
      let end = end.compactMap { $0 }.joined(separator: "  ")
      let room = width - end.count - 2
      guard room >= min(label.width, Self.shortestLabel) else { continue }
      let bar = bar(within: room - label.width - 2)
      return [label.text(within: room), bar, end].compactMap { $0 }.joined(separator: "  ")
    }
    return label.text(within: max(1, width))
  }

  private static let shortestLabel = 12
  private static let barWidths = 8...30

  private func bar(within room: Int) -> String? {
    guard let fraction, room >= Self.barWidths.lowerBound else { return nil }
    let width = min(room, Self.barWidths.upperBound)
    let done = Int(Double(width) * fraction)
    return String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
  }

  /// `3.2 s`, or `3.2 s, about 5 s left` once enough is done to say so.
  private func times(_ elapsed: Duration) -> String {
    let tenths = Int(elapsed / .milliseconds(100))
    let spent = tenths < 600 ? "\(tenths / 10).\(tenths % 10) s" : Self.minutes(tenths / 10)
    guard let fraction, fraction >= Self.leastFraction, fraction < 1 else { return spent }
    let left = elapsed / .seconds(1) * (1 - fraction) / fraction
    return "\(spent), about \(Self.minutes(max(1, Int(left.rounded())))) left"
  }

  private static let leastFraction = 0.03

  private static func minutes(_ seconds: Int) -> String {
    seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
