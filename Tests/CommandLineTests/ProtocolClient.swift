import Foundation
import TestSupport
import Testing

/// A client of `lunadiff dap` or `lsp` that knows nothing but the framing.
final class ProtocolClient {
  typealias Object = [String: Any]

  struct Silence: Error {}

  let directory: TemporaryDirectory
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var unread: [UInt8] = []
  private var waiting: [Object] = []
  private(set) var sent = 0

  /// Leads standard input and output to a server on a port.
  private static let bridge = """
    lunadiff "$@" --port 0 2>said & server=$!
    until grep -q 'waiting' said; do sleep 0.05; done
    exec 3<>/dev/tcp/127.0.0.1/"$(sed 's/.*://' said)"
    cat <&3 & cat >&3
    exec 3>&-
    wait $server
    """

  /// Starts a server in a directory that holds these files, and talks to it by its standard input and output, or by a
  /// port.
  init(_ arguments: [String], files: [String: String] = [:], byPort: Bool = false) throws {
    directory = try TemporaryDirectory()
    for (name, text) in files { try directory.write(text, to: name) }
    process.executableURL = URL(fileURLWithPath: byPort ? "/bin/bash" : BuiltProducts.directory + "/lunadiff")
    process.arguments = (byPort ? ["-c", Self.bridge, "bash"] : []) + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    process.environment = BuiltProducts.environment(home: directory.path)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func path(_ name: String) -> String { directory.path + "/" + name }

  /// Sends bytes as they are, to a server that may have gone.
  func send(raw bytes: [UInt8]) {
    let (handle, done) = (input.fileHandleForWriting, DispatchSemaphore(value: 0))
    Thread.startWriting {
      try? handle.write(contentsOf: Data(bytes))
      done.signal()
    }
    done.wait()
  }

  func send(_ message: Object) throws {
    let content = try JSONSerialization.data(withJSONObject: message)
    send(raw: Array("Content-Length: \(content.count)\r\n\r\n".utf8) + Array(content))
  }

  /// Sends a request of the Debug Adapter Protocol and waits for its answer.
  @discardableResult func ask(_ command: String, _ arguments: Object = [:]) throws -> Object {
    sent += 1
    let number = sent
    try send(["seq": number, "type": "request", "command": command, "arguments": arguments])
    return try first { $0["request_seq"] as? Int == number }
  }

  /// The body of an answer, which must be one of success.
  func body(_ command: String, _ arguments: Object = [:]) throws -> Object {
    let answer = try ask(command, arguments)
    try #require(answer["success"] as? Bool == true, "\(answer)")
    return answer["body"] as? Object ?? [:]
  }

  func event(_ name: String) throws -> Object {
    try first { $0["event"] as? String == name }["body"] as? Object ?? [:]
  }

  /// Sends a request of the Language Server Protocol and waits for its result.
  func call(_ method: String, _ parameters: Any) throws -> Any {
    sent += 1
    let number = sent
    try send(["jsonrpc": "2.0", "id": number, "method": method, "params": parameters])
    let answer = try first { $0["id"] as? Int == number && $0["method"] == nil }
    return try #require(answer["result"], "\(answer)")
  }

  func notify(_ method: String, _ parameters: Object) throws {
    try send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  func notification(_ method: String, where fits: (Object) -> Bool = { _ in true }) throws -> Object {
    try first { $0["method"] as? String == method && fits($0["params"] as? Object ?? [:]) }["params"] as? Object ?? [:]
  }

  /// The first message that fits, of those that were left and those that come.
  func first(where fits: (Object) -> Bool) throws -> Object {
    if let index = waiting.firstIndex(where: fits) { return waiting.remove(at: index) }
    while true {
      let message = try next()
      if fits(message) { return message }
      waiting.append(message)
    }
  }

  /// What came and nobody has asked for yet.
  var rest: [Object] { waiting }

  private func next() throws -> Object {
    while true {
      if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
        let header = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
        let count = try #require(Int(header.dropFirst("Content-Length: ".count)))
        if unread.count >= end.upperBound + count {
          let content = unread[end.upperBound..<end.upperBound + count]
          unread.removeFirst(end.upperBound + count)
          return try #require(try JSONSerialization.jsonObject(with: Data(content)) as? Object)
        }
      }
      guard fill() else { throw Silence() }
    }
  }

  private func fill() -> Bool {
    var entry = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 60_000) > 0 else { return false }
    let data = output.fileHandleForReading.availableData
    unread += Array(data)
    return !data.isEmpty
  }

  /// Closes what the server reads, and waits for its end.
  ///
  /// - Returns: Its status; `nil` where a signal ended it, or nothing did within a minute.
  func end() -> Int32? {
    try? input.fileHandleForWriting.close()
    return waitForEnd()
  }

  func waitForEnd() -> Int32? {
    for _ in 0..<6_000 where process.isRunning { usleep(10_000) }
    guard !process.isRunning, process.terminationReason == .exit else { return nil }
    return process.terminationStatus
  }
}
