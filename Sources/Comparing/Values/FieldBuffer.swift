import Records

/// A value that normalizers may rewrite: a kind, and bytes of its own that are used again and again.
///
/// Text is held decoded. One buffer serves one column of one worker, so that rewriting a value allocates nothing
/// once the buffer has grown to the longest value.
package final class FieldBuffer {
  /// What the bytes mean; never `escapedText`.
  @exclusivity(unchecked) package private(set) var kind = Field.Kind.absent
  @exclusivity(unchecked) private var storage = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 256, alignment: 16)
  @exclusivity(unchecked) private var start = 0
  @exclusivity(unchecked) private var count = 0

  /// How long the value was before any normalizer saw it.
  @exclusivity(unchecked) package private(set) var originalCount = 0
  /// The steps that matching patterns in it has taken since: those of all its normalizers together are bounded.
  @exclusivity(unchecked) var matchingSteps = 0

  package init() {}

  deinit { storage.deallocate() }

  /// The value, valid until the buffer is next written to.
  package var field: Field {
    Field(kind, UnsafeRawBufferPointer(rebasing: storage[start..<start + count]))
  }

  /// Whether the value is text, the one kind that text normalizers touch.
  package var isText: Bool { kind == .text }

  /// The bytes of the value, to be read.
  package var bytes: UnsafeRawBufferPointer { field.bytes }

  /// Takes a copy of a field, its text decoded.
  package func load(_ field: Field) {
    if field.kind == .escapedText {
      _ = field.withText { set(.text, $0) }
    } else {
      set(field.kind, field.bytes)
    }
    begin()
  }

  /// Takes a copy of a text.
  package func load(text: UnsafeRawBufferPointer) {
    set(.text, text)
    begin()
  }

  /// Takes the present value for the original one.
  package func begin() {
    originalCount = count
    matchingSteps = 0
  }

  /// Replaces the value.
  package func set(_ kind: Field.Kind, _ bytes: UnsafeRawBufferPointer) {
    self.kind = kind
    start = 0
    count = bytes.count
    reserve(count)
    storage.copyMemory(from: bytes)
  }

  /// Replaces the value.
  package func set(_ kind: Field.Kind, _ bytes: [UInt8]) { bytes.withUnsafeBytes { set(kind, $0) } }

  /// Takes a text for the original value.
  package func setText(_ text: String) {
    set(.text, Array(text.utf8))
    begin()
  }

  /// Keeps a part of the bytes, by offsets into the present ones.
  package func keep(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    start += range.lowerBound
    count = range.count
  }

  /// Lets the bytes be rewritten in place; the closure returns how many are left.
  package func rewrite(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
    let part = UnsafeMutableRawBufferPointer(rebasing: storage[start..<start + count])
    count = min(max(body(part), 0), count)
  }

  private func reserve(_ capacity: Int) {
    guard capacity > storage.count else { return }
    storage.deallocate()
    storage = .allocate(byteCount: max(capacity, 2 * storage.count), alignment: 16)
  }
}
