import Platform
import Records

/// A value that normalizers may rewrite: a kind, and bytes of its own that are used again and again.
///
/// Text is held decoded. One buffer serves one column of one worker, so that rewriting a value allocates nothing
/// once the buffer has grown to the longest value.
///
/// **The invariants.** `start` and `count` are within the memory, which the buffer alone owns and frees. What ``field``
/// and ``bytes`` show is valid until the next call that writes; a value may be replaced by a part of itself only
/// through ``keep(_:)``.
package final class FieldBuffer {
  /// What the bytes mean; never `escapedText`.
  @exclusivity(unchecked) package private(set) var kind = Field.Kind.absent
  @exclusivity(unchecked) private var storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 16)
  @exclusivity(unchecked) private var start = 0
  @exclusivity(unchecked) private var count = 0

  /// How long the value was before any normalizer saw it.
  @exclusivity(unchecked) package private(set) var originalCount = 0
  /// The steps that matching patterns in it has taken since: those of all its normalizers together are bounded.
  @exclusivity(unchecked) var matchingSteps = 0

  package init() {}

  deinit { storage.deallocate() }

  /// The value, valid until the buffer is next written to.
  package var field: Field { Field(kind, BytesView(UnsafeRawBufferPointer(rebasing: storage[start..<start + count]))) }

  /// Whether the value is text, the one kind that text normalizers touch.
  package var isText: Bool { kind == .text }

  package var bytes: BytesView { field.bytes }

  /// Takes a copy of a field, its text decoded.
  package func load(_ field: Field) {
    if field.kind == .escapedText { _ = field.withText { set(.text, $0) } } else { set(field.kind, field.bytes) }
    begin()
  }

  package func load(text: BytesView) {
    set(.text, text)
    begin()
  }

  /// Takes the present value for the original one.
  package func begin() {
    originalCount = count
    matchingSteps = 0
  }

  package func set(_ kind: Field.Kind, _ bytes: BytesView) {
    self.kind = kind
    start = 0
    count = bytes.count
    reserve(count)
    storage.copyMemory(from: bytes.unsafeBuffer)
  }

  package func set(_ kind: Field.Kind, _ bytes: [UInt8]) { bytes.withBytes { set(kind, $0) } }

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

  /// Lets a text be rewritten, or a number as its text; it stays a number if nothing changes.
  package func asText<E>(_ body: () throws(E) -> Void) throws(E) {
    guard kind == .number else { return isText ? try body() : () }
    let spelling = Array(bytes)
    kind = .text
    try body()
    if isText, bytes.elementsEqual(spelling) { kind = .number }
  }

  /// Lets the bytes be rewritten in place; the closure returns how many are left.
  package func rewrite(_ body: (inout MutableSpan<UInt8>) -> Int) {
    let part = UnsafeMutableRawBufferPointer(rebasing: storage[start..<start + count])
    var bytes = part.bindMemory(to: UInt8.self).mutableSpan
    count = min(max(body(&bytes), 0), count)
  }

  private func reserve(_ capacity: Int) {
    guard capacity > storage.count else { return }
    storage.deallocate()
    storage = .allocate(byteCount: max(capacity, 2 * storage.count), alignment: 16)
  }
}
