import LuaRuntime
import Records

extension ReadOverrides {
  private static let names = [
    "format", "delimiter", "header", "columns", "encoding", "skip_lines", "skip_last_lines", "at",
  ]

  /// Options as `luna.load` takes them, for one of two inputs, laid over others.
  package init(_ table: LuaTable, over base: ReadOverrides) throws(LuaError) {
    self = base
    let options = try ReadOptions(table, names: Self.names)
    for (key, _) in try table.sortedPairs() {
      switch key.text {
      case "format": format = options.format
      case "delimiter": delimiter = options.delimiter
      case "header": hasHeader = options.hasHeader
      case "columns": columnNames = options.columnNames
      case "encoding": encoding = options.encoding
      case "skip_lines": skipLines = options.skipLines
      case "skip_last_lines": skipLastLines = options.skipLastLines
      default: pointer = options.pointer
      }
    }
  }
}
