import Foundation

/// What a process left behind.
public struct ProcessResult: Sendable {
  /// The exit status; 128 and the signal's number where a signal ended it, as a shell says it.
  public let status: Int32
  /// What it wrote to standard output.
  public let output: Data
  /// What it wrote to standard error.
  public let errors: Data
  /// Whether it was killed because its time was up.
  public let timedOut: Bool
  /// The most memory that it held, in bytes.
  public let peakMemory: Int

  /// Standard output as text; bytes that are not UTF-8 are replaced.
  public var outputText: String { String(decoding: output, as: UTF8.self) }

  /// Standard error as text; bytes that are not UTF-8 are replaced.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}
