import Platform

/// A named input's bytes with everything that a format's reader needs to know.
package struct ByteSource: Sendable {
  /// The path, or another name for messages.
  package let name: String
  /// Keeps the bytes alive.
  package let storage: ByteStorage
  /// The text to read: UTF-8 without a byte order mark; a part of `storage`.
  package let start: Int
  /// The format that was asked for or recognised.
  package var format: InputFormat
  package var options: ReadOptions
  package var notes: [ReadNote]

  package var text: BytesView { storage.bytes[part: start...] }
}
