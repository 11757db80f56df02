import Records
import TestSupport
import Testing

@testable import Rules

@Suite("Records of a reader")
struct ListRecordTests: UsingPlugins {
  /// Reads through a reader whose first call gives a record, and which names columns.
  private func read(_ record: String, columns: String = "{ 'a', 'b' }") throws -> RecordTable {
    let text = """
      return { name = "lists", readers = { lists = function()
        local records = { \(record) }
        local place = 0
        return function()
          place = place + 1
          return records[place]
        end, \(columns)
      end } }
      """
    let directory = try TemporaryDirectory()
    let input = ReaderInput(path: try directory.write("", to: "in.txt"))
    let (records, _) = try PluginProgram([source(text, path: "lists.lua")]).read(input, by: "lists")
    return try #require(records).table()
  }

  @Test(
    "a list has the values of the columns that were named",
    arguments: [
      ("{ 'x', 2 }", "x 2"), ("{ luna.null, true }", "null true"), ("{ 'x', { 1 } }", "x [1]"),
      ("luna.split('x;y', ';')", "x y"), ("{ b = 1, a = 2 }", "2 1"), ("{ b = 1 }", " 1"),
      ("{}", " "), ("{ [2] = 'y', [1] = 'x' }", "x y"),
    ])
  func lists(record: String, expected: String) throws {
    let table = try read("{ 'first', 'one' }, \(record)")
    #expect(table.columns == ["a", "b"])
    #expect("\(table.value(1, 0)) \(table.value(1, 1))" == expected)
  }

  @Test(
    "a list that is no record is an error that says why",
    arguments: [
      ("{ 'x' }", "{ 'a', 'b' }", "a list of 1 values, and there are 2 columns; luna.null stands"),
      ("{ 'x', 'y', 'z' }", "{ 'a', 'b' }", "a list of 3 values, and there are 2 columns"),
      ("{ 'x', 'y', c = 'z' }", "{ 'a', 'b' }", "a value for each of the 2 columns, and nothing"),
      ("{ 'x', nil, 'z' }", "{ 'a', 'b', 'c' }", "a value for each of the 3 columns, and nothing"),
      ("{ 'x' }", "nil", "text, not 1; a record may be a list where the columns are named"),
    ])
  func oddLists(record: String, columns: String, words: String) {
    let said = message { _ = try read(record, columns: columns) }
    #expect(said.contains(words), "\(said)")
  }

  @Test("columns come in the order in which records first have them, however many they are")
  func manyColumns() throws {
    let long = String(repeating: "long", count: 20)
    let more = (10..<60).map { "c\($0) = \($0)" }.joined(separator: ", ")
    let table = try read(
      "{ a = 0, b = 1 }, { c = 2, \(long) = 3 }, { \(more), \(long) = 4, a = 5 }, { c59 = 6, \(long) = 7 }",
      columns: "{ 'a', 'b' }")
    #expect(table.columns == ["a", "b", "c", long] + (10..<60).map { "c\($0)" })
    #expect("\(table.value(2, 0)) \(table.value(2, 3)) \(table.value(2, 53))" == "5 4 59")
    #expect("\(table.value(3, 0)) \(table.value(3, 3)) \(table.value(3, 53))" == " 7 6")
  }
}
