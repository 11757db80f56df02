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
  /// How many bytes at the end of `storage` are no part of the text: lines that are left out.
  var footer = 0

  /// Where the text ends in `storage`.
  var end: Int { storage.bytes.count - footer }

  package var text: BytesView { storage.bytes[part: start..<end] }
}
