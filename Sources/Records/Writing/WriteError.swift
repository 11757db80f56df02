/// A record that cannot be spelled in the form asked for.
package enum WriteError: Error, Equatable {
  /// A cell holds bytes that need quotes, and quotes mean nothing in this dialect.
  case needsQuotes(column: String)
  case nameNeedsQuotes(column: String)
  /// The records are not plain objects, so that new ones cannot be spelled like them.
  case unsupportedShape
  /// The records were read from several files, so that there is no one way in which they are written.
  case severalFiles
}
