/// One edit for a consumer that takes one at a time.
///
/// Each offset is right at the time of its edit: all edits before it are done.
public enum LinearEdit: Sendable, Hashable, Codable {
  /// The element at an offset takes the content of the target's element at `target`.
  case update(at: Int, target: Int)
  /// The element at an offset goes; if it moves, to this offset in the target.
  case delete(at: Int, movedTo: Int?)
  /// An element comes to an offset of the target; if it moves, from this offset in the source.
  case insert(at: Int, movedFrom: Int?)
}

/// One operation of HeckelDiff's flat list.
public enum FlatOperation: Sendable, Hashable, Codable {
  /// The source's element at an offset goes.
  case delete(Int)
  /// The target's element at an offset comes.
  case insert(Int)
  /// The element at an offset in the source moves to one in the target.
  case move(from: Int, to: Int)
  /// The target's element at an offset has other content than its partner.
  case update(Int)
}

extension LinearChanges {
  /// The changes one at a time: updates in source order, deletes descending, inserts ascending; a move is one of each.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var sequentialEdits: [LinearEdit] {
    var deletes = deleted.map { LinearEdit.delete(at: $0, movedTo: nil) }
    deletes += moved.map { LinearEdit.delete(at: $0.source, movedTo: $0.target) }
    var inserts = inserted.map { LinearEdit.insert(at: $0, movedFrom: nil) }
    inserts += moved.map { LinearEdit.insert(at: $0.target, movedFrom: $0.source) }
    return updated.map { LinearEdit.update(at: $0.source, target: $0.target) }
      + deletes.sorted { $0.offset > $1.offset } + inserts.sorted { $0.offset < $1.offset }
  }

  /// The changes as one flat list, as HeckelDiff's `diff` gives them: deletes by source offset,
  /// then by target offset inserts, updates and moves.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var flatOperations: [FlatOperation] {
    var operations = inserted.map { ($0, FlatOperation.insert($0)) }
    operations += updated.map { ($0.target, FlatOperation.update($0.target)) }
    operations += moved.map { ($0.target, .move(from: $0.source, to: $0.target)) }
    // An element that is both updated and moved keeps that order: the sort is stable.
    return deleted.map(FlatOperation.delete) + operations.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The changes in an order to apply them one by one, as HeckelDiff's `orderedDiff` gives them:
  /// deletes descending, inserts ascending, moves split in two, then updates by target offset.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var orderedOperations: [FlatOperation] {
    let deletes = (deleted + moved.map(\.source)).sorted(by: >)
    let inserts = (inserted + moved.map(\.target)).sorted()
    return deletes.map(FlatOperation.delete) + inserts.map(FlatOperation.insert)
      + updated.map(\.target).sorted().map(FlatOperation.update)
  }
}

extension LinearEdit {
  /// Where the edit happens.
  public var offset: Int {
    switch self {
    case .update(let at, _), .delete(let at, _), .insert(let at, _): at
    }
  }
}
