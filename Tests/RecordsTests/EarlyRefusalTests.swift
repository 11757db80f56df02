import Platform
import Testing

@testable import Records

/// Text that comes in pieces, as from a pipe, is read up to its first NUL byte.
@Suite struct EarlyRefusalTests {
  /// More than is looked at as a beginning.
  private static let rows = "id,a\n" + (1...10_000).map { "\($0),some text\n" }.joined()

  private func message(_ read: () throws -> RecordInput) -> String? {
    do { _ = try read().table() } catch { return (error as? RecordError)?.message }
    return nil
  }

  @Test(
    "what was read has the error of the whole text",
    arguments: [
      [rows, "x,\0y\n", "z"], ["id,a\n1,\0\n" + rows, rows], ["id,a\n1\n" + rows, "2,\0\n", "z,z"],
      [rows, "7,\"open \0\nand open", "\"\n7,8,9\n"],
    ])
  func sameError(pieces: [String]) throws {
    let bytes = GrowingBytes(name: "x", ReadOptions())
    for piece in pieces where !bytes.isRefused { try Array(piece.utf8).withBytes(bytes.append) }
    #expect(bytes.isRefused)
    #expect(bytes.count < pieces.joined().utf8.count)
    let storage = try bytes.finish()
    let whole = message { try .read(bytes: Array(pieces.joined().utf8), name: "x") }
    #expect(whole != nil)
    #expect(message { try .read(storage, name: "x", options: ReadOptions()) } == whole)
  }

  @Test("text of another encoding, JSON and lines that are left out are read whole")
  func others() throws {
    func isRefused(_ text: String, _ change: (inout ReadOptions) -> Void = { _ in }) throws -> Bool {
      var options = ReadOptions()
      change(&options)
      let bytes = GrowingBytes(name: "x", options)
      try Array(text.utf8).withBytes(bytes.append)
      return bytes.isRefused
    }
    let text = Self.rows + "1,\0\n"
    #expect(try isRefused(text))
    #expect(try !isRefused(text) { $0.encoding = "UTF-16LE" })
    #expect(try !isRefused(text) { $0.comment = UInt8(ascii: "#") })
    #expect(try !isRefused("[" + text))
  }
}
