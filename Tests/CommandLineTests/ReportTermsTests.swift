import Foundation
import TestSupport
import Testing

/// What makes a comparison worth less than it seems is said, whatever the form of the report.
@Suite struct ReportTermsTests {
  /// A comparison, and a word that each report of it has to hold.
  struct Case: CustomTestStringConvertible {
    let arguments: String
    let word: String
    var old = "id,name,price\n1,Saw,5\n2,Vise,7\n"
    var new = "id,name,price\n1,Saw,5\n2,Vise,7\n"

    var testDescription: String { arguments }
  }

  static let cases = [
    Case(arguments: "-k id --ignore price", word: "price"),
    Case(arguments: "-k id --only price", word: "price"),
    Case(arguments: "-k id --tolerance price=0.25", word: "0.25"),
    Case(arguments: "-k id --tolerance 0.25", word: "0.25"),
    Case(arguments: "-k id --tolerance 25%", word: "25%"),
    Case(
      arguments: "-k id --tolerance name=1", word: "no effect",
      new: "id,name,price\n1,Saw,5\n2,Vise,8\n"),
    Case(arguments: "-k id --ignore-case", word: "ignore_case"),
    Case(arguments: "-k id --trim", word: "trim"),
    Case(arguments: "-k id --null Vise", word: "Vise"),
    Case(arguments: "-k id --ignore-order", word: "ignore_order"),
    Case(arguments: "-k id --strict-columns", word: "strict_columns"),
    Case(arguments: "-k id --moves heckel", word: "heckel"),
    Case(arguments: "-k id -e 'normalize = { name = luna.text.lower }'", word: "lower case"),
    Case(
      arguments: "-k id -e 'filter = function(r) return r.id == \"1\" end'", word: "keeps 1 of 2"),
    Case(
      arguments: "-k id --ragged skip", word: "left out",
      old: "id,name,price\n1,Saw,5\n2,Vise\n"),
    Case(
      arguments: "-k id --ragged pad", word: "padded", old: "id,name,price\n1,Saw,5\n2,Vise\n"),
    Case(
      arguments: "-k id", word: "stray quotes", old: "id,name,price\n1,Sa\"w,5\n2,Vise,7\n"),
    Case(
      arguments: "-k id --rename-headers", word: "made distinct",
      old: "id,name,name\n1,Saw,5\n2,Vise,7\n", new: "id,name,name\n1,Saw,5\n2,Vise,7\n"),
    Case(
      arguments: "-k id", word: "colour", new: "id,name,price,colour\n1,Saw,5,red\n2,Vise,7,\n"),
    Case(
      arguments: "-k id --max-updated 7", word: "max updated",
      new: "id,name,price\n1,Saw,5\n2,Vise,8\n"),
    Case(
      arguments: "-k id --accept /dev/null", word: "nothing that differs is accepted",
      new: "id,name,price\n1,Saw,5\n2,Vise,8\n"),
    Case(
      arguments: "-k id --fail-on moved", word: "fail on",
      new: "id,name,price\n1,Saw,5\n2,Vise,8\n"),
    Case(
      arguments: "--section id -k name --ignore price", word: "drawer",
      new: "id,name,price\ndrawer,Saw,5\n2,Vise,7\n"),
    Case(
      arguments: "-k id", word: "has a record", old: "id,name,price\n", new: "id,name,price\n"),
  ]

  @Test("every report says it", arguments: CaseSample.some(8, of: cases, "terms of reports"))
  func everyReport(case example: Case) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(example.old, to: "old.csv")
    try lunadiff.directory.write(example.new, to: "new.csv")
    for format in ["text", "summary", "json", "jsonl", "csv", "markdown", "junit", "html"] {
      // What CSV has no place for is in a file beside it.
      let notes = format == "csv" ? "--notes notes.txt; cat notes.txt" : ""
      let result = try await lunadiff.shell(
        "lunadiff old.csv new.csv \(example.arguments) -f \(format) 2>/dev/null \(notes)")
      // Members of JSON are one word.
      let text = result.outputText.replacing(/(max|fail)([A-Z])/) { "\($0.1) \($0.2.lowercased())" }
      #expect(text.contains(example.word), "\(format)")
    }
  }

  @Test(
    "a comparison of nothing is trouble",
    arguments: [
      "-k id --only price --ignore price", "--ignore id,name,price -k none",
      "-k id -e 'filter = function() return false end'",
    ])
  func nothing(arguments: String) async throws {
    let lunadiff = try Lunadiff()
    let example = Self.cases[0]
    try lunadiff.directory.write(example.old, to: "old.csv")
    try lunadiff.directory.write(example.new, to: "new.csv")
    let result = try await lunadiff.shell("lunadiff old.csv new.csv -q \(arguments)")
    #expect(result.status == 2)
    #expect(result.errorText.contains("nothing is compared"))
  }
}
