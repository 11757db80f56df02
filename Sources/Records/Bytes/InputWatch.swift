import Synchronization

/// The files that a piece of work reads, to be asked before its result is given away.
///
/// A mapped file that is written to is neither its old nor its new version, and no result made from it can be trusted.
/// Files are watched from when they are opened until nothing holds them any more, and what was seen by then counts.
package final class InputWatch: Sendable, Equatable {
  private struct Input {
    let name: String
    weak var storage: ByteStorage?
  }

  private struct State {
    var inputs: [ObjectIdentifier: Input] = [:]
    /// An input that had changed by the time that it was let go of.
    var changed: String?
  }

  private let state = Mutex(State())

  package init() {}

  func add(_ storage: ByteStorage, name: String) {
    state.withLock { $0.inputs[ObjectIdentifier(storage)] = Input(name: name, storage: storage) }
  }

  /// Nobody reads the storage any more, or minds if it changes.
  func forget(_ storage: ObjectIdentifier, isUnchanged: Bool) {
    state.withLock { state in
      guard let input = state.inputs.removeValue(forKey: storage), !isUnchanged else { return }
      state.changed = state.changed ?? input.name
    }
  }

  package func check() throws(RecordError) {
    // Outside of the lock: what releases a storage last takes the lock again.
    let (inputs, changed) = state.withLock { state in
      (state.inputs.values.map { (name: $0.name, storage: $0.storage) }, state.changed)
    }
    let found = inputs.filter { $0.storage.map { !$0.isUnchanged } ?? false }.map(\.name).min()
    if let name = changed ?? found { throw RecordError(.changed, file: name) }
  }

  /// Does work that reads the inputs; where one of them changed, that is the error, whatever else seems to be wrong.
  package func guarding<R>(_ work: () throws -> R) throws -> R {
    let result = Result { try work() }
    try check()
    return try result.get()
  }

  package static func == (first: InputWatch, second: InputWatch) -> Bool { first === second }
}
