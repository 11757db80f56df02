import TestSupport
import Testing

/// Inputs that cannot be compared: none is passed over in silence, whatever the report.
@Suite struct WrongInputTests {
  /// What is wrong, the bytes of the old file as a format of `printf`, and a word of the message.
  struct Case: CustomTestStringConvertible {
    let trouble: String
    let old: String
    let word: String
    var name = "old.csv"
    var flags = "-k id"

    var testDescription: String { trouble }
  }

  static let cases = [
    Case(trouble: "a cell too many", old: #"id,n\n1,a,b\n"#, word: "has 3 fields"),
    Case(trouble: "a cell too few", old: #"id,n\n1\n"#, word: "has 1 field"),
    Case(trouble: "an open quote", old: #"id,n\n1,"a\n"#, word: "never closed"),
    Case(trouble: "a NUL byte", old: #"id,n\n1,a\000\n"#, word: "NUL byte"),
    Case(trouble: "UTF-16", old: #"i\000d\000,\000n\000\n\000"#, word: "another encoding"),
    Case(trouble: "Latin-1", old: #"id,n\n1,\351\n"#, word: "not valid UTF-8"),
    Case(trouble: "a name for two columns", old: #"id,n,n\n1,a,b\n"#, word: "both named"),
    Case(trouble: "a column without a name", old: #"id,,n\n1,a,b\n"#, word: "no name"),
    Case(trouble: "no such key", old: #"key,n\n1,a\n"#, word: "unknown column"),
    Case(
      trouble: "a key twice", old: #"id,n\n1,a\n1,b\n"#, word: "occurs again",
      flags: "-k id --duplicates error"),
    Case(
      trouble: "a key that is null", old: #"id,n\nNA,a\n"#, word: "is null",
      flags: "-k id --null NA"),
    Case(trouble: "no gzip", old: #"\037\213\010\000"#, word: "cut off", name: "old.csv.gz"),
    Case(trouble: "a workbook", old: #"PK\003\004[Content_Types].xml"#, word: "Excel"),
    Case(trouble: "JSON cut off", old: #"[{"id":1"#, word: "expected", name: "old.json"),
    Case(trouble: "JSON, but no records", old: "7", word: "not records", name: "old.json"),
    Case(
      trouble: "a single object", old: #"{"id":1,"n":"a"}"#, word: "not records", name: "old.json"),
    Case(
      trouble: "a bad line of JSON Lines", old: #"{"id":1}\n{"id":\n"#, word: "old.jsonl:2",
      name: "old.jsonl"),
    Case(
      trouble: "nothing at a pointer", old: #"{"a":[]}"#, word: "there is no", name: "old.json",
      flags: "-k id --old-at /b"),
    Case(
      trouble: "too many lines left out", old: #"id,n\n1,a\n"#, word: "leaves nothing",
      flags: "-k id --old-skip-lines 9"),
    Case(
      trouble: "only ragged records", old: #"id,n\n1\n2\n"#, word: "left out",
      flags: "-k id --ragged skip"),
  ]

  @Test(
    "no report is written, and the message says what is wrong",
    arguments: CaseSample.some(7, of: cases, "wrong inputs"))
  func everyReport(case example: Case) async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,n\n1,a\n", to: "new.csv")
    let made = try await lunadiff.shell("printf '\(example.old)' >\(example.name)")
    try #require(made.status == 0, "\(made.errorText)")
    for format in ["text", "summary", "json", "jsonl", "csv", "markdown", "junit", "html"] {
      let result = try await lunadiff.shell(
        "lunadiff \(example.name) new.csv \(example.flags) -f \(format)")
      #expect(result.status == 2, "\(format)")
      #expect(result.outputText.isEmpty, "\(format)")
      #expect(result.errorText.contains(example.word), "\(format): \(result.errorText)")
      #expect(result.errorText.contains("old."), "\(format): \(result.errorText)")
    }
  }
}
