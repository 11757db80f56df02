/// A list that elements can be put into and taken out of anywhere without moving all that follow.
///
/// - Complexity: A change moves the elements of one chunk, of bounded length, and looks at the length of each.
struct ChunkedList<Element> {
  private static var most: Int { 2048 }
  private var chunks: [[Element]] = []
  private(set) var count: Int

  init(_ elements: [Element]) {
    count = elements.count
    for start in stride(from: 0, to: elements.count, by: Self.most / 2) {
      chunks.append(Array(elements[start..<min(start + Self.most / 2, elements.count)]))
    }
  }

  var elements: [Element] { Array(chunks.joined()) }

  subscript(place: Int) -> Element {
    get {
      let (chunk, offset) = locate(place)
      return chunks[chunk][offset]
    }
    set {
      let (chunk, offset) = locate(place)
      chunks[chunk][offset] = newValue
    }
  }

  mutating func insert(_ element: Element, at place: Int) {
    if chunks.isEmpty { chunks.append([]) }
    var (chunk, offset) = place == count ? (chunks.count - 1, chunks[chunks.count - 1].count) : locate(place)
    if chunks[chunk].count >= Self.most {
      let half = Self.most / 2
      chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
      chunks[chunk].removeSubrange(half...)
      if offset > half { (chunk, offset) = (chunk + 1, offset - half) }
    }
    chunks[chunk].insert(element, at: offset)
    count += 1
  }

  mutating func remove(at place: Int) -> Element {
    let (chunk, offset) = locate(place)
    count -= 1
    let element = chunks[chunk].remove(at: offset)
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    return element
  }

  private func locate(_ place: Int) -> (chunk: Int, offset: Int) {
    var rest = place
    for chunk in chunks.indices {
      guard rest >= chunks[chunk].count else { return (chunk, rest) }
      rest -= chunks[chunk].count
    }
    return (chunks.count, rest)
  }
}
