import Platform
import Records

package protocol ReportSink {
  /// Takes the next bytes; they are valid during the call.
  mutating func write(_ bytes: BytesView) throws
}

extension ReportSink {
  package mutating func write(_ bytes: [UInt8]) throws { try bytes.withBytes { try write($0) } }

  package mutating func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Gives a buffer to `body` that hands its bytes on to the sink, and hands on what is left in the end.
  package mutating func collect(_ body: (OutputBuffer) throws -> Void) throws {
    try withUnsafeMutablePointer(to: &self) { sink in
      let out = OutputBuffer { try sink.pointee.write($0) }
      try body(out)
      try out.flush()
    }
  }
}

/// The formats of what is found beside changes: for a person, and for a program.
package enum PlainFormat: String, Sendable, CaseIterable {
  case text
  case json
}

/// The formats of what changed over time.
package enum PageFormat: String, Sendable, CaseIterable {
  case text
  case json
  /// One page that loads nothing.
  case html
}

/// What writes text for people line by line.
package protocol LineWriter {
  var out: OutputBuffer { get }
}

extension LineWriter {
  package func line(_ text: String = "") {
    out.append(text: text)
    out.append("\n")
  }

  package func safe(_ text: String) -> String { DisplayText(text).text(within: 200) }
}

extension OutputBuffer {
  /// Writes a document of the program's own: an object, a member a line, whose first one is the version of its form.
  package func document(_ members: (JSONEmitter) -> Void) {
    let json = JSONEmitter(self)
    json.object(.lines) {
      json.member("lunadiff", 1)
      members(json)
    }
    append("\n")
  }
}

extension [UInt8]: ReportSink {
  package mutating func write(_ bytes: BytesView) { append(contentsOf: bytes) }
}

package struct AnySink: ReportSink {
  private let take: (BytesView) throws -> Void

  package init(_ take: @escaping (BytesView) throws -> Void) { self.take = take }

  package init(_ file: Descriptor) { self.init(file.write) }

  package func write(_ bytes: BytesView) throws { try take(bytes) }
}
