/// Where a table of differences has its columns: key, column, old value, new value.
struct TableWidths {
  /// Terminal columns of the key, a column's name, a value on each side and, about, a whole row.
  let key: Int
  let name: Int
  let value: Int
  let width: Int

  static let bar = "│ "
  private static let usualWidth = 120
  static let gap = 2
  private static let mark = 2

  /// `keys` and `names` are the widths of the usual keys and of columns' names; `width` is the terminal's, if known.
  init(keys: Int, names: [Int], width: Int?) {
    let width = max(width ?? Self.usualWidth, 40)
    key = min(keys, width / 4)
    name = min(max(names.max() ?? 0, 6), width / 4)
    let values = width - Self.mark - name - 2 * Self.gap - Self.bar.count - key
    value = max(values / 2 - 1, 8)
    self.width = width
  }

  /// The width of a value in a row: a name without room in its column leaves that room to the values.
  func room(besides name: String) -> Int {
    hasRoom(for: name) ? value : max((width - indent - 1 - Self.bar.count) / 2, value)
  }

  func hasRoom(for name: String) -> Bool { DisplayText(name).width <= self.name }

  /// What stands in front of a column's name where the key is not written again.
  var indent: Int { Self.mark + (key > 0 ? key + Self.gap : 0) }

  /// What stands in front of an old value where no column is named.
  var lead: Int { name + Self.gap }
}
