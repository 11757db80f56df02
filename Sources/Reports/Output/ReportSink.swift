/// Takes the bytes of a report, some tens of kilobytes at a time.
package protocol ReportSink {
  /// Takes the next bytes; they are valid during the call.
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws
}

extension [UInt8]: ReportSink {
  /// Appends the bytes.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) { append(contentsOf: bytes) }
}
