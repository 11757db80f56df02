import Platform

/// A sink that hands bytes on.
package struct AnySink: ReportSink {
  private let take: (BytesView) throws -> Void

  /// Hands bytes to a function.
  package init(_ take: @escaping (BytesView) throws -> Void) { self.take = take }

  /// Hands bytes to a file.
  package init(_ file: Descriptor) { self.init(file.write) }

  /// Hands bytes on.
  package func write(_ bytes: BytesView) throws { try take(bytes) }
}
