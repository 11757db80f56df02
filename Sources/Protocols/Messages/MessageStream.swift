import Platform
import Synchronization

/// Messages behind a header that says how long each is, as the Language Server Protocol and the Debug Adapter Protocol
/// have them: one thread reads, any may write.
package final class MessageStream: Sendable {
  /// What a client sent.
  package enum Incoming: Sendable, Equatable {
    case message(Message)
    /// Content that is no JSON; what follows it can be read.
    case garbage
  }

  /// Why no further message can be found in what a client sends.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  private let input: Descriptor
  private let output: Descriptor
  private let unread = Mutex<[UInt8]>([])
  private let writing = Mutex(())

  private static let longestHeader = 1 << 12
  private static let longestContent = 64 << 20

  package init(input: Descriptor, output: Descriptor) {
    self.input = input
    self.output = output
  }

  /// Waits for the next message; `nil` where the client has gone.
  ///
  /// - Throws: ``Fault`` where what comes is not framed.
  package func next() throws(Fault) -> Incoming? {
    guard let header = try take(through: Array("\r\n\r\n".utf8)) else { return nil }
    let count = try Self.length(header)
    guard let content = take(count) else { return nil }
    return Message(json: content).map(Incoming.message) ?? .garbage
  }

  private static func length(_ header: [UInt8]) throws(Fault) -> Int {
    let lines = String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline)
    let lengths = lines.compactMap { line -> Substring? in
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingBlanks }
      return parts.count == 2 && parts[0].lowercased() == "content-length" ? Substring(parts[1]) : nil
    }
    guard let length = lengths.first, lengths.count == 1 else {
      throw Fault(description: "a message without one line 'Content-Length' before it")
    }
    guard let count = Int(length), 0...longestContent ~= count else {
      throw Fault(description: "a message of '\(VisibleText.line(String(length.prefix(40))))' bytes")
    }
    return count
  }

  private func take(through end: [UInt8]) throws(Fault) -> [UInt8]? {
    var looked = 0
    while true {
      let (taken, count) = unread.withLock { bytes -> ([UInt8]?, Int) in
        let start = max(0, looked - end.count)
        guard let found = bytes[start...].firstRange(of: end) else { return (nil, bytes.count) }
        defer { bytes.removeFirst(found.upperBound) }
        return (Array(bytes[..<found.lowerBound]), bytes.count)
      }
      if let taken { return taken }
      guard count <= Self.longestHeader else { throw Fault(description: "no end of a header in \(count) bytes") }
      looked = count
      guard fill() else { return nil }
    }
  }

  private func take(_ count: Int) -> [UInt8]? {
    while unread.withLock({ $0.count < count }) { guard fill() else { return nil } }
    return unread.withLock { bytes in
      defer { bytes.removeFirst(count) }
      return Array(bytes[..<count])
    }
  }

  /// Reads what there is, at least a byte; false where nothing more comes.
  private func fill() -> Bool {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input.number, &block, block.count)
      if count > 0 {
        unread.withLock { $0 += block[..<count] }
        return true
      }
      guard count < 0, errno == EINTR else { return false }
    }
  }

  /// Sends a message; one that the client does not take any more is lost.
  package func send(_ message: Message) {
    let content = message.json
    let bytes = Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
    writing.withLock { _ in
      do { try output.write(bytes) } catch { return }
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
