import Foundation

/// A fresh directory of a test's own, removed with everything in it when the last reference goes.
public final class TemporaryDirectory: Sendable {
  /// The directory's absolute path, without symbolic links.
  public let path: String

  /// Makes the directory under the system's place for temporary files.
  public init() throws {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("lunadiff-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.resolvingSymlinksInPath().path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something inside.
  public func path(of name: String) -> String { path + "/" + name }

  /// Makes a directory inside and returns its path.
  @discardableResult
  public func makeDirectory(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
    return path(of: name)
  }

  /// Writes a file inside, with the directories that lead to it, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// The bytes of a file inside.
  public func read(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path(of: name)))
  }

  /// The names of what is inside, in order.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
