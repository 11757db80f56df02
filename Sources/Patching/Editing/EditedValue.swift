import Comparing
import Platform
import Records

/// A value of a document that is being edited: as it is spelled, or opened because something inside it changed.
enum EditedValue {
  case spelled(BytesView)
  case open(EditedContainer)

  /// The object or list that the value is; `nil` for any other value.
  func opened(_ arena: ByteArena) -> EditedContainer? {
    switch self {
    case .open(let container): container
    case .spelled(let bytes): EditedContainer(bytes, arena)
    }
  }

  /// The value as one value of JSON: JSON Lines as the list that they are.
  var valueSpelling: [UInt8] {
    guard case .open(let container) = self, container.kind == .lines else { return spelling }
    let elements = container.entries.map(\.value.spelling)
    return [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }

  /// The value as it stands in the document; nothing here recurses: what is open waits on a stack.
  var spelling: [UInt8] {
    var output: [UInt8] = []
    var open: [(container: EditedContainer, entries: [EditedContainer.Entry], next: Int)] = []
    func begin(_ value: EditedValue) {
      switch value {
      case .spelled(let bytes): output += bytes
      case .open(let container):
        let entries = container.entries
        container.appendStart(isEmpty: entries.isEmpty, to: &output)
        open.append((container, entries, 0))
      }
    }
    begin(self)
    while let (container, entries, next) = open.popLast() {
      guard next < entries.count else {
        container.appendEnd(isEmpty: entries.isEmpty, to: &output)
        continue
      }
      if next > 0 { output += entries[next].gap ?? container.separator }
      output += entries[next].name
      open.append((container, entries, next + 1))
      begin(entries[next].value)
    }
    return output
  }
}

final class ByteArena {
  private var copies: [ByteStorage] = []

  func keep(_ bytes: some Collection<UInt8>) -> BytesView {
    let copy = ByteStorage(copying: Array(bytes))
    copies.append(copy)
    return copy.bytes
  }
}
