import Platform

/// A sink that hands bytes on.
package struct AnySink: ReportSink {
  private let take: (UnsafeRawBufferPointer) throws -> Void

  /// Hands bytes to a function.
  package init(_ take: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.take = take }

  /// Hands bytes to a file.
  package init(_ file: Descriptor) { self.init(file.write) }

  /// Hands bytes on.
  package func write(_ bytes: UnsafeRawBufferPointer) throws { try take(bytes) }
}
