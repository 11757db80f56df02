import Platform

/// A text to read, with how it is read and what was found out about it.
package struct ByteSource: Sendable {
  package let name: String
  package let storage: ByteStorage
  /// The text to read: UTF-8 without a byte order mark; a part of `storage`.
  package let start: Int
  package var format: InputFormat
  package var options: ReadOptions
  package var notes: [ReadNote]

  package var text: BytesView { storage.bytes[part: start...] }

  /// So many bytes are compared to save their reading: reading more takes little longer than that.
  private static let mostOfTwins = 1 << 17

  /// Whether another text has the same bytes, and is read alike, so that the same is found in it; only of what is held
  /// in memory, where bytes stay as they are.
  func isTwin(of other: ByteSource) -> Bool {
    format.hasRows && format == other.format && text.count <= Self.mostOfTwins
      && storage.heldSize > 0 && other.storage.heldSize > 0 && text.isSame(as: other.text) && options == other.options
  }
}
