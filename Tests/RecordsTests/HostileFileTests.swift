import Foundation
import Platform
import Testing

@testable import Records

@Suite("Hostile files") struct HostileFileTests {
  init() { MappedFile.surviveShrinking() }

  @Test("a process that has not asked for the handler of SIGBUS maps no file")
  func withoutHandler() async {
    await #expect(processExitsWith: .success) {
      try withTemporaryPath(".csv") { path in
        let text = "id,name\n" + String(repeating: "1,Anvil\n", count: 100_000)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let storage = try FileBytes.load(path: path, name: path, ReadOptions())
        try #require(!storage.isMapped && storage.bytes.count == text.utf8.count)
      }
    }
  }

  private func message(opening path: String, _ options: ReadOptions = ReadOptions()) -> String {
    do {
      _ = try RecordInput.open(path: path, options: options).table()
      return "no error"
    } catch { return error.message }
  }

  @Test("a missing file is told with the system's reason")
  func missing() {
    #expect(
      message(opening: "/nowhere/x.csv") == "/nowhere/x.csv: cannot open: No such file or directory"
    )
  }

  @Test("a directory is told apart from a file")
  func directory() {
    #expect(message(opening: "/") == "/: is a directory, not a file")
  }

  @Test("an unreadable file is told", .enabled(if: getuid() != 0))
  func unreadable() throws {
    try withTemporaryPath { path in
      try Data("a\n".utf8).write(to: URL(fileURLWithPath: path))
      chmod(path, 0)
      #expect(message(opening: path) == "\(path): cannot open: Permission denied")
    }
  }

  @Test("an empty file and a device without bytes are empty")
  func empty() throws {
    #expect(message(opening: "/dev/null") == "no error")
    try withTemporaryPath { path in
      try Data().write(to: URL(fileURLWithPath: path))
      #expect(try RecordInput.open(path: path).table().count == 0)
    }
  }

  @Test("a file that shrinks before it is read is an error, not a crash")
  func shrinks() throws {
    try withTemporaryPath(".csv") { path in
      let text = "id,name\n" + String(repeating: "1,Anvil\n", count: 100_000)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let input = try RecordInput.open(path: path)
      truncate(path, 10_000)
      let error = #expect(throws: RecordError.self) { try input.table() }
      #expect(error?.kind == .changed)
    }
  }

  @Test("a file that changes while it is inflated or converted is told, and no damage")
  func changesBefore() throws {
    let text = "id\n" + (0..<100_000).map { "\($0)\n" }.joined()
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] }
    for (bytes, suffix) in [(gzip(Array(text.utf8)), ".csv.gz"), (wide, ".csv")] {
      try withTemporaryPath(suffix) { path in
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let storage = try FileBytes.load(path: path, name: path, ReadOptions())
        #expect(storage.isMapped)
        truncate(path, off_t(bytes.count - 100))
        let error = #expect(throws: RecordError.self) {
          try Recognition.source(path, storage, ReadOptions())
        }
        #expect(error?.kind == .changed)
      }
    }
  }

  @Test("a file whose header changes while it is read is told")
  func header() throws {
    try withTemporaryPath(".csv") { path in
      let text = "id,name\n" + String(repeating: "1,Anvil\n", count: 100_000)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let storage = try FileBytes.load(path: path, name: path, ReadOptions())
      let source = try Recognition.source(path, storage, ReadOptions())
      truncate(path, 0)
      let error = #expect(throws: RecordError.self) { try RecordInput(source: source) }
      #expect(error?.kind == .changed)
    }
  }

  @Test("a file that shrinks while its table is used reads as zeros and is told")
  func shrinksLater() throws {
    try withTemporaryPath(".csv") { path in
      let text = "id,name\n" + String(repeating: "1,Anvil\n", count: 100_000)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let read = try RecordInput.open(path: path).table(hashing: ["id"])
      try read.checkUnchanged()
      truncate(path, 0)
      #expect(read.recordBytes(99_999).allSatisfy { $0 == 0 })
      #expect(throws: RecordError.self) { try read.checkUnchanged() }
    }
  }

  @Test("a file that is written to while it is mapped is told")
  func grows() throws {
    try withTemporaryPath(".csv") { path in
      let text = "id,name\n" + String(repeating: "1,Anvil\n", count: 100_000)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let read = try RecordInput.open(path: path).table()
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("2,Vise\n".utf8))
      try handle.close()
      let error = #expect(throws: RecordError.self) { try read.checkUnchanged() }
      #expect(
        error?.message == """
          \(path): the file changed while it was being read
            hint: run again once nothing writes to it
          """)
    }
  }

  @Test("a hundred thousand columns are read")
  func columns() throws {
    let names = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
    let cells = (0..<100_000).map(String.init).joined(separator: ",")
    let read = try table(names + "\n" + cells + "\n", key: ["c99999"])
    #expect(read.columns.count == 100_000)
    #expect(read.value(0, 99_999) == .text("99999"))
    #expect(try message(of: names + "\n" + cells + ",more\n").contains("has 100001 fields"))
  }

  private func message(of text: String) throws -> String { try RecordsTests.message(text) }

  @Test("a huge cell is one cell, quoted or not", arguments: [false, true])
  func hugeCell(isQuoted: Bool) throws {
    let size = isSlow ? 1 << 30 : 1 << 22
    let quote = isQuoted ? Array("\"".utf8) : []
    let middle = [UInt8](repeating: UInt8(ascii: isQuoted ? "\n" : "x"), count: size)
    let text = Array("a,b\n1,".utf8) + quote + middle + quote + Array("\n2,y\n".utf8)
    let read = try RecordInput.read(bytes: text, name: "t.csv").table(hashing: ["b"])
    #expect(read.count == 2)
    var cursor = read.makeCursor()
    #expect(cursor.field(0, 1).bytes.count == size)
    #expect(cursor.field(1, 1).bytes.count == 1)
  }

  @Test("a great many empty lines are no records", arguments: ["\n", "\r\n", "\r"])
  func emptyLines(end: String) throws {
    let blank = String(repeating: end, count: isSlow ? 1_000_000 : 100_000)
    let read = try table("a,b\n" + blank + "1,2" + blank + "3,4") { $0.chunkSize = 4096 }
    #expect(read.texts == [["1", "2"], ["3", "4"]])
  }
}
