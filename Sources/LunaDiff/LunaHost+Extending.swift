import Requests

/// A reader of an app's own.
struct HostReader: Sendable {
  let extensions: [String]
  let read: @Sendable (String, [String: String]) throws -> Input
}

/// A format of an app's own: is given the result, and what takes text.
typealias HostFormat = @Sendable (ComparisonResult, (String) throws -> Void) throws -> Void

extension LunaHost {
  /// Adds a reader of files in a format of the app's own.
  ///
  /// ```swift
  /// host.reader("acme.ledger", extensions: ["led"]) { text, settings in
  ///   .rows(try Ledger(text, year: settings["year"]).entries)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What ``Input/file(_:reader:settings:)`` calls it.
  ///   - extensions: The extensions of files that it reads without being named, also with `.gz` or `.zst` behind them.
  ///   - read: Makes records of a file's content, inflated, and of what the reader is told; called on any thread. What it
  ///     throws is the error of the input.
  public mutating func reader(
    _ name: String, extensions: [String] = [],
    _ read: @escaping @Sendable (_ text: String, _ settings: [String: String]) throws -> Input
  ) {
    readers[name] = HostReader(extensions: extensions.map { $0.lowercased() }, read: read)
  }

  /// Adds a format of reports.
  ///
  /// ```swift
  /// host.format("acme.keys") { result, write in
  ///   for change in result.changes { try write("\(change.kind) \(change.key)\n") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What ``Report/named(_:)`` calls it.
  ///   - write: Is given the result, and a function that takes text.
  public mutating func format(
    _ name: String,
    _ write: @escaping @Sendable (ComparisonResult, (String) throws -> Void) throws -> Void
  ) {
    formats[name] = write
  }

  /// The reader of a file: the one that is named, else the one for its extension.
  func reader(of path: String, _ choice: ReaderChoice?) -> HostReader? {
    if let choice { return choice.name.flatMap { readers[$0] } }
    var name = path.lowercased()
    if let suffix = [".gz", ".zst"].first(where: name.hasSuffix) {
      name.removeLast(suffix.count)
    }
    return readers.sorted { $0.key < $1.key }.map(\.value).first { reader in
      reader.extensions.contains { name.hasSuffix(".\($0)") }
    }
  }
}
