import Platform

/// Guesses where records start in the middle of a text.
///
/// A wrong guess costs time, never correctness.
struct CSVBorder: Sendable {
  private static let sight = 1 << 16
  private let text: BytesView
  private let dialect: CSVDialect

  init(plan: CSVPlan) {
    text = plan.text
    dialect = plan.dialect
  }

  /// The most likely first place between records at or behind a place; `limit` if none comes before.
  func guess(from place: Int, to limit: Int) -> Int {
    guard place > 0 else { return place }
    var isInside = isProbablyInside(place)
    var at = place - 1
    while at < min(limit, text.count) {
      let byte = text[at]
      if byte == dialect.quote && at >= place {
        isInside.toggle()
      } else if !isInside && dialect.ends(byte) {
        let isPair = byte == 0x0D && at + 1 < text.count && text[at + 1] == 0x0A
        if dialect.terminator != nil || !isPair { return at + 1 }
      }
      at += 1
    }
    return min(limit, text.count)
  }

  /// Whether a place seems to be inside quotes, judging by what stands around the next quotes.
  private func isProbablyInside(_ place: Int) -> Bool {
    guard let quote = dialect.quote else { return false }
    var isInside = false
    let end = min(place + Self.sight, text.count)
    for at in place..<max(place, end) where text[at] == quote {
      let mayOpen = at == 0 || isBorder(text[at - 1])
      let mayClose = at + 1 >= text.count || isBorder(text[at + 1])
      if mayOpen != mayClose { return mayClose != isInside }
      isInside.toggle()
    }
    return false
  }

  private func isBorder(_ byte: UInt8) -> Bool { byte == dialect.delimiter || dialect.ends(byte) }
}
