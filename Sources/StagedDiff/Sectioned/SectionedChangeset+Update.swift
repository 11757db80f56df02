extension SectionedChangeset {
  /// Hands the stages to a consumer, one after the other.
  ///
  /// - Parameters:
  ///   - consumer: what shows the source now, and will show the target.
  ///   - limit: with more changes in all than this, one reload takes the place of every stage.
  ///   - interrupt: sees each stage before it is handed on; if it says true, one reload with the
  ///     target takes the place of the rest.
  /// - Complexity: O(*n* + *m*) for each stage, and the consumer's own.
  @inlinable
  public func update<Consumer: BatchConsumer>(
    _ consumer: inout Consumer, reloadingAbove limit: Int? = nil,
    interrupt: (Stage) -> Bool = { _ in false }
  ) where Consumer.Batch == SectionedStage, Consumer.Data == [DiffableSection<Model, Element>] {
    show(
      isVisible: true, reloadingAbove: limit, interrupt: interrupt,
      reload: { consumer.reload(with: $0) }, perform: { consumer.perform($0, data: $1) })
  }

  /// Hands the stages to a consumer that is an object, `self` for example.
  ///
  /// - Parameters:
  ///   - consumer: what shows the source now, and will show the target.
  ///   - limit: with more changes in all than this, one reload takes the place of every stage.
  ///   - interrupt: sees each stage before it is handed on; if it says true, one reload with the
  ///     target takes the place of the rest.
  /// - Complexity: O(*n* + *m*) for each stage, and the consumer's own.
  @inlinable
  public func update<Consumer: BatchConsumer & AnyObject>(
    _ consumer: Consumer, reloadingAbove limit: Int? = nil,
    interrupt: (Stage) -> Bool = { _ in false }
  ) where Consumer.Batch == SectionedStage, Consumer.Data == [DiffableSection<Model, Element>] {
    var consumer = consumer
    update(&consumer, reloadingAbove: limit, interrupt: interrupt)
  }
}
