/// Where a table of differences has its columns: key, column, old value, new value.
struct SideBySide {
  /// Terminal columns of the key.
  let key: Int
  /// Terminal columns of a column's name.
  let name: Int
  /// Terminal columns of a value on each side.
  let value: Int
  /// Terminal columns of a row, about.
  let width: Int

  /// Between the old value and the new one.
  static let bar = "│ "
  private static let usualWidth = 120
  static let gap = 2
  private static let mark = 2

  /// - Parameters:
  ///   - keys: What the usual keys take.
  ///   - names: What each column's name takes.
  ///   - width: The terminal's columns, or `nil` where it is unknown.
  init(keys: Int, names: [Int], width: Int?) {
    let width = max(width ?? Self.usualWidth, 40)
    key = min(keys, width / 4)
    name = min(max(names.max() ?? 0, 6), width / 4)
    let values = width - Self.mark - name - 2 * Self.gap - Self.bar.count - key
    value = max(values / 2 - 1, 8)
    self.width = width
  }

  /// Terminal columns of a value in a row of a name: without a place in the column of names it leaves that to the
  /// values.
  func room(besides name: String) -> Int {
    hasRoom(for: name) ? value : max((width - indent - 1 - Self.bar.count) / 2, value)
  }

  /// Whether a name fits into the column of names.
  func hasRoom(for name: String) -> Bool { DisplayText(name).width <= self.name }

  /// What stands in front of a column's name where the key is not written again.
  var indent: Int { Self.mark + (key > 0 ? key + Self.gap : 0) }

  /// What stands in front of an old value where no column is named.
  var lead: Int { name + Self.gap }
}
