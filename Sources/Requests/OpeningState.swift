import Comparing
import Records
import Synchronization

/// What has become of the inputs of a request, which are opened at the same time.
final class OpeningState: Sendable {
  private struct State {
    var failure: (any Error)?
    var readByPlugins: Set<Side> = []
  }

  private let state = Mutex(State())

  /// Whether nothing has gone wrong, so that the other input is still wanted.
  var isWhole: Bool { state.withLock { $0.failure == nil } }

  /// Whether a plug-in's reader has read an input.
  var hasPluginInput: Bool { state.withLock { !$0.readByPlugins.isEmpty } }

  /// A plug-in's reader has read an input.
  func noteReader(of side: Side) { state.withLock { _ = $0.readByPlugins.insert(side) } }

  /// Takes down what went wrong.
  ///
  /// - Returns: The same; of work that was given up, why it was.
  func note(_ failure: any Error) -> any Error {
    state.withLock { state in
      let first = state.failure ?? failure
      state.failure = first
      return (failure as? RecordError)?.kind == .cancelled ? first : failure
    }
  }
}
