/// Something that shows a collection and takes batches of edits: a table or collection view, a list in a terminal.
///
/// UIKit's and AppKit's table and collection views need none: they have `reload(using:…)`. What you made yourself
/// conforms in ten lines: replace the data, then begin updates, hand on the four kinds of offsets, end updates. A class
/// of the main actor conforms on it, and hands itself over without an `&`.
///
/// ```swift
/// extension TrackList: @MainActor BatchConsumer {
///   func perform(_ batch: LinearStage, data: [Track]) {
///     table.performBatchUpdates {
///       tracks = data
///       table.deleteRows(at: batch.deleted.map(row))
///       table.insertRows(at: batch.inserted.map(row))
///       table.reloadRows(at: batch.updated.map(row))
///       for move in batch.moved { table.moveRow(at: row(move.from), to: row(move.to)) }
///     }
///   }
///   func reload(with data: [Track]) {
///     tracks = data
///     table.reloadData()
///   }
/// }
/// ```
public protocol BatchConsumer<Batch, Data> {
  /// The edits of one batch: ``LinearStage`` or ``SectionedStage``.
  associatedtype Batch
  /// The collection that is shown: an array of elements or of sections.
  associatedtype Data

  /// Takes one batch. `data` is the collection after it.
  mutating func perform(_ batch: Batch, data: Data)

  /// Shows a collection from scratch.
  mutating func reload(with data: Data)
}

extension Changeset {
  /// Hands the stages to a consumer, one after the other.
  ///
  /// - Parameters:
  ///   - consumer: what shows the source now, and will show the target.
  ///   - limit: with more changes in all than this, one reload takes the place of every stage.
  ///   - interrupt: sees each stage before it is handed on; if it says true, one reload with the
  ///     target takes the place of the rest.
  /// - Complexity: O(*n* + *m*) for each stage, and the consumer's own.
  @inlinable public func update<Consumer: BatchConsumer>(
    _ consumer: inout Consumer, reloadingAbove limit: Int? = nil, interrupt: (Stage) -> Bool = { _ in false }
  ) where Consumer.Batch == LinearStage, Consumer.Data == [Element] {
    show(
      isVisible: true, reloadingAbove: limit, interrupt: interrupt, reload: { consumer.reload(with: $0) },
      perform: { consumer.perform($0, data: $1) })
  }

  /// Hands the stages to a consumer that is an object, `self` for example.
  ///
  /// - Complexity: O(*n* + *m*) for each stage, and the consumer's own.
  @inlinable public func update<Consumer: BatchConsumer & AnyObject>(
    _ consumer: Consumer, reloadingAbove limit: Int? = nil, interrupt: (Stage) -> Bool = { _ in false }
  ) where Consumer.Batch == LinearStage, Consumer.Data == [Element] {
    var consumer = consumer
    update(&consumer, reloadingAbove: limit, interrupt: interrupt)
  }
}
