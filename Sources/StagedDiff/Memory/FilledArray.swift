/// An array of so many equal elements.
///
/// `Array(repeating:count:)` looks the array's type up at run time, which takes longer than to fill
/// a small one. An array that is made of a collection knows its type.
@inlinable func filled<Element>(_ count: Int, with element: Element) -> [Element] {
  Array(repeatElement(element, count: count))
}
