import Testing

@testable import Platform

@Suite("The text of a path")
struct PathTests {
  static let paths: [[UInt8]] = [
    [], Array("data/old.csv".utf8), Array("caf\u{E9}.csv".utf8), Array("cafe\u{301}.csv".utf8),
    Array("a\u{1F600}b".utf8), [0xFF], Array("old-".utf8) + [0xE9] + Array(".csv".utf8),
    // Cut off, too long, halves of a pair of UTF-16, and beyond Unicode.
    [0x61, 0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    // The characters that stand for bytes, beside their neighbours and beside bytes.
    Array("\u{10FE80}".utf8), Array("\u{10FEFF}x".utf8), Array("\u{10FE7F}\u{10FF00}".utf8),
    Array("\u{10FEE9}".utf8) + [0xE9],
  ]

  @Test("has the path's bytes", arguments: paths)
  func bytes(path: [UInt8]) {
    let text = String(path: path)
    #expect(text.pathBytes == path)
    let copy = text.withPath { path in String(path: path) }
    #expect(copy.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("is another one for every other path")
  func distinct() {
    #expect(Set(Self.paths.map { Array(String(path: $0).utf8) }).count == Self.paths.count)
  }

  @Test("of a path that is text is that text")
  func text() {
    #expect(String(path: Array("caf\u{E9}\u{1F600}.csv".utf8)) == "caf\u{E9}\u{1F600}.csv")
  }

  @Test("is reached from a directory by the way up to what both have in common")
  func relative() {
    #expect(FilePath.relative("/a/page.html", from: "/a") == "page.html")
    #expect(FilePath.relative("/a/page.html", from: "/a/b/c") == "../../page.html")
    #expect(FilePath.relative("/a/b/page.html", from: "/a/c") == "../b/page.html")
    #expect(FilePath.relative("/a", from: "/a") == "../a")
  }

  @Test("is shown with the numbers of the bytes that are no text")
  func shown() {
    let signs = String(path: [0x61, 0xE9, 0x80]).unicodeScalars.map { Glyph($0).sign }
    #expect(signs == ["", "‹E9›", "‹80›"])
  }
}
