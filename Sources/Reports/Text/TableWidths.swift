/// Where a table of differences has its columns: key, column, old value, new value.
struct TableWidths {
  /// Terminal columns of the key, of a column's name or a path, and of a value on each side.
  let key: Int
  let name: Int
  let value: Int

  static let bar = "│ "
  private static let usualWidth = 120
  static let gap = 2
  private static let mark = 2
  private static let leastValue = 8

  /// Names have up to two fifths of the terminal: a path tells its values apart only if it can be read.
  ///
  /// `keys` and `names` are the widths of the usual keys and of the names and paths that differ; `width` is the
  /// terminal's, if known.
  init(keys: Int, names: [Int], width: Int?) {
    let width = max(width ?? Self.usualWidth, 40)
    key = min(keys, width / 4)
    let room = width - Self.mark - 2 * Self.gap - Self.bar.count - key
    let most = max(min(2 * width / 5, room - 2 * (Self.leastValue + 1)), 6)
    name = min(max(names.max() ?? 0, 6), most)
    value = max((room - name) / 2 - 1, Self.leastValue)
  }

  /// What stands in front of a column's name where the key is not written again.
  var indent: Int { Self.mark + (key > 0 ? key + Self.gap : 0) }

  /// What stands in front of an old value where no column is named.
  var lead: Int { name + Self.gap }
}
