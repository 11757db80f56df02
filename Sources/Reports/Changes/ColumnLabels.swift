import Comparing

/// How the text report calls columns in front of their values; made once, since they are written for every change.
struct ColumnLabels {
  struct Label {
    let text: String
    let width: Int

    init(_ name: String, within limit: Int) {
      text = DisplayText(name).text(within: limit) + ": "
      width = DisplayText(text).width
    }
  }

  /// By the numbers of the reader's compared columns.
  let compared: [Label]
  /// By the columns of each side; `nil` for those that are shown as the key.
  let values: Sides<[Label?]>

  /// - Parameter room: Terminal columns for a difference with its column's name.
  init(_ reader: ChangeReader, room: Int) {
    compared = reader.columns.map { Label($0.name, within: max(room / 3, 12)) }
    values = Sides { side in
      let keys = Set(reader.rawKeyColumns?.compactMap { $0.places[side] } ?? [])
      return reader.comparison.tables[side].columns.enumerated().map { column, name in
        keys.contains(column) ? nil : Label(name, within: 24)
      }
    }
  }
}
