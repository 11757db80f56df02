import Platform
import Testing

@testable import Records

@Suite("Footers of CSV") struct CSVFooterTests {
  @Test("a text without its last lines reads like the text before them", arguments: ["\n", "\r\n", "\r"])
  func leftOut(end: String) throws {
    let text = ["id,name", "1,a", "2,\"b\"", "3,c"].map { $0 + end }.joined()
    let plain = try table(text)
    let footers = ["Total", "Total\(end)", "\(end)Total,\"3\(end)", "a,b,c,d\(end)\u{0}\(end)\(end)"]
    for (footer, lines) in zip(footers, [1, 1, 2, 3]) {
      for size in [1, 7, 1 << 20] {
        for isPacked in [false, true] {
          let bytes = Array((text + footer).utf8)
          let input = try RecordInput.read(
            bytes: isPacked ? gzip(bytes) : bytes, name: isPacked ? "t.csv.gz" : "t.csv",
            options: .with { ($0.skipLastLines, $0.chunkSize) = (lines, size) })
          let read = try input.table(hashing: ["id"])
          #expect(read.columns == plain.columns)
          #expect(
            (0..<read.count).map { Array(read.recordBytes($0)) }
              == (0..<plain.count).map { Array(plain.recordBytes($0)) })
          #expect(!read.notes.contains { $0.isWarning })
        }
      }
    }
  }

  @Test(
    "an error of the last records names the lines of the footer, and leaving them out works",
    arguments: [
      ("id,n,v\n1,a,b\nTotal,1\n", 1), ("id,n,v\n1,a,b\nTotal,1", 1), ("id,n,v\n1,a,b\n\nTotal,1\nby hand\n", 2),
      ("id,n\r\n1,a\r\n1 record, of 1, all\r\n", 1), ("id,n\n1,a\nTotal\n\n", 2), ("id,n\n1,a\n\"two\nlines\"\n", 2),
    ])
  func named(_ text: String, _ lines: Int) throws {
    #expect(try message(text).hasSuffix("; skip-last-lines \(lines) leaves out a footer"))
    let read = try table(text) { $0.skipLastLines = lines }
    #expect(read.count == 1)
    #expect(!read.notes.contains { $0.isWarning })
  }

  @Test(
    "records before others that fit, the only ones, and many are no footer",
    arguments: ["id,n\n1\n", "id,n\n1,a\n2\n3,c\n", "id,n\n1,a\n" + String(repeating: "2\n", count: 6)])
  func none(_ text: String) throws { #expect(try !message(text).contains("skip-last-lines")) }

  @Test("where short records are padded, the note names the footer")
  func padded() throws {
    let read = try table("id,n,v\n1,a,b\nTotal,1\n") { $0.ragged = .pad }
    #expect(read.notes.last == ReadNote(.paddedRecords(count: 1, firstLine: 3, footer: 1)))
  }

  @Test("lines to leave out must be there", arguments: [3, 99, Int.max])
  func tooMany(lines: Int) throws {
    #expect(
      try message("a\n1\n2") { $0.skipLastLines = lines }
        == "t.csv: skip-last-lines \(lines) leaves nothing: there are 3 lines")
    #expect(
      try message("a\n1\n2") { ($0.skipLines, $0.skipLastLines) = (lines - 1, 1) }
        == "t.csv: skip-lines \(lines - 1) and skip-last-lines 1 leave nothing: there are 3 lines")
  }

  @Test("what is written of other records keeps the footer at its end")
  func written() throws {
    let read = try table("id,n\n1,a\nTotal\n") { $0.skipLastLines = 1 }
    #expect(try read.makeSpelling().suffix == Array("\nTotal\n".utf8))
    #expect(try read.makeSpelling().textWithoutRecords(columns: read.columns) == Array("id,n\nTotal\n".utf8))
    let empty = try table("id,n\nTotal\n") { $0.skipLastLines = 1 }
    #expect(try empty.makeSpelling().prefix(columns: empty.columns) == Array("id,n\n".utf8))
    #expect(try empty.makeSpelling().suffix == Array("\nTotal\n".utf8))
  }
}
