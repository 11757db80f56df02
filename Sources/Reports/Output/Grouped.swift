import Platform

/// Numbers, shares and times as people read them.
package enum Grouped {
  package static func number(_ number: Int) -> String { number.grouped }

  package static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(Self.number(number)) \(number == 1 ? one : many)"
  }

  /// A length of time to three digits: `0.4 ms`, `12.3 ms`, `1.23 s`, `2 min 3 s`.
  package static func time(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let micros = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    switch micros {
    case ..<100_000: return tenths(micros / 100) + " ms"
    case ..<60_000_000: return hundredths(micros / 10_000) + " s"
    default: return "\(micros / 60_000_000) min \(micros / 1_000_000 % 60) s"
    }
  }

  package static func share(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    return tenths(Int((Double(part) / Double(whole) * 1000).rounded())) + " %"
  }

  private static func tenths(_ value: Int) -> String { "\(value / 10).\(value % 10)" }

  private static func hundredths(_ value: Int) -> String { "\(value / 100).\(value / 10 % 10)\(value % 10)" }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  package var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
