import LuaRuntime
import Platform
import Records

/// A file's text as an editor has it, and where things stand in it.
struct SourceText: Sendable {
  let bytes: [UInt8]
  let tokens: [LuaToken]
  /// Where lines begin, in bytes.
  private let starts: [Int]
  /// Whether a client counts columns in bytes, and not in UTF-16.
  private let countsBytes: Bool

  init(_ text: String, countsBytes: Bool) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    tokens = LuaTokens.all(in: bytes)
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    self.countsBytes = countsBytes
  }

  /// A file as it is on the disk; `nil` where it cannot be read.
  init?(file path: String) {
    do { self.init(String(decoding: try TextFile.read(path), as: UTF8.self), countsBytes: true) } catch { return nil }
  }

  /// The bytes of a line, from 1, without its end.
  func line(_ number: Int) -> Range<Int> {
    guard starts.indices.contains(number - 1) else { return bytes.count..<bytes.count }
    let end = number < starts.count ? starts[number] - 1 : bytes.count
    let start = starts[number - 1]
    return start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
  }

  /// What a person sees of a line.
  func written(_ number: Int) -> Range<Int> {
    let line = line(number)
    let start = line.first { bytes[$0] > UInt8(ascii: " ") } ?? line.lowerBound
    return start..<line.upperBound
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Positions of the protocol's

  /// The byte at a position, or the end of its line where it lies behind that.
  func offset(of position: Message) -> Int {
    let line = line((position["line"].index ?? 0) + 1)
    let column = position["character"].index ?? 0
    guard !countsBytes else { return min(line.lowerBound + column, line.upperBound) }
    var units = 0
    var offset = line.lowerBound
    for scalar in text(line).unicodeScalars {
      guard units < column else { break }
      units += UTF16.width(scalar)
      offset += UTF8.width(scalar)
    }
    return min(offset, line.upperBound)
  }

  func position(of offset: Int) -> Message {
    let line = starts.partitioningIndex { $0 > offset } - 1
    let before = max(0, starts[max(0, line)])..<min(max(offset, starts[max(0, line)]), bytes.count)
    let column = countsBytes ? before.count : text(before).utf16.count
    return ["line": .integer(max(0, line)), "character": .integer(column)]
  }

  func range(_ range: Range<Int>) -> Message {
    ["start": position(of: range.lowerBound), "end": position(of: range.upperBound)]
  }

  // MARK: Words

  /// The token that an offset is in, or ends at.
  func token(at offset: Int) -> Int? {
    let index = tokens.partitioningIndex { $0.range.lowerBound > offset } - 1
    guard index >= 0, tokens[index].range.upperBound >= offset else { return nil }
    return index
  }

  /// Whether an offset lies in a comment on one line, which is no token: so many tokens come before it.
  func isComment(at offset: Int, behind count: Int) -> Bool {
    let gap = bytes[min(offset, count > 0 ? tokens[count - 1].range.upperBound : 0)..<min(offset, bytes.count)]
    return gap.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last?
      .firstRange(of: Array("--".utf8)) != nil
  }

  /// The names with points between them that end with a token, as `luna.compare.number`.
  func path(endingAt index: Int) -> [String] {
    var names = [tokens[index].text]
    var at = index
    while at >= 2, tokens[at - 1].is(".") || tokens[at - 1].is(":"), tokens[at - 2].kind == .name {
      at -= 2
      names.insert(tokens[at].text, at: 0)
    }
    return names
  }

  /// What a string's token says, as long as it has no escapes.
  func content(of index: Int) -> String? {
    let token = tokens[index]
    guard token.kind == .string, token.text.count >= 2, !token.text.contains("\\"), !token.text.hasPrefix("[") else {
      return nil
    }
    return String(token.text.dropFirst().dropLast())
  }

  /// The files that a comment `--- @data OLD NEW` names, and its line; quotes hold names with blanks.
  var data: (paths: [String], line: Int)? {
    guard bytes.firstRange(of: Array("@data".utf8)) != nil else { return nil }
    for number in 1...starts.count {
      let line = text(line(number))
      guard let found = line.firstMatch(of: /^\s*--+\s*@data\s+(.+)$/) else { continue }
      let words = String(found.1).matches(of: /"([^"]*)"|'([^']*)'|(\S+)/).map { match in
        String(match.1 ?? match.2 ?? match.3 ?? "")
      }
      return (Array(words.prefix(2)), number)
    }
    return nil
  }

  /// The files that the comment of rules names, from the rules' own directory; of one alone it is both.
  func dataFiles(of rules: String, from current: String = ".") -> DataPair? {
    guard let data, let first = data.paths.first else { return nil }
    let places = [first, data.paths.last ?? first].map { Self.place($0, beside: rules, from: current) }
    return DataPair(old: places[0], new: places[1], line: data.line)
  }

  /// Also of a version of git's, as `HEAD:./prices.csv`.
  private static func place(_ name: String, beside rules: String, from current: String) -> String {
    let directory = FilePath.directory(of: rules)
    let place = FilePath.joined(directory, name)
    let isThere = FilePath.exists(FilePath.joined(current, place))
    guard let colon = name.firstIndex(of: ":"), directory != ".", !isThere else { return place }
    let path = String(name[colon...].dropFirst())
    guard path.hasPrefix("./") || path.hasPrefix("../") else { return name }
    let folder = FilePath.resolved(FilePath.joined(current, directory)) ?? directory
    let here = FilePath.resolved(current) ?? "/"
    return "\(name[..<colon]):./\(FilePath.relative(FilePath.joined(folder, path), from: here))"
  }
}
