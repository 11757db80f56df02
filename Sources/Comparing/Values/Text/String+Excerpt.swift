extension String {
  /// As much of the text as a line has room for, where it names something.
  package var excerpt: String {
    let longest = 200
    guard utf8.count > longest else { return self }
    return String(unicodeScalars.prefix(longest)) + "…"
  }
}
