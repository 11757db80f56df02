import Foundation
import LunaDiff
import Synchronization
import Testing

@Suite("Work that nobody waits for any more") struct HostCancellingTests {
  /// Is set once, on any thread.
  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
  }

  /// Is set by work that has come to where it is to be cancelled.
  private let hasBegun = Flag()

  private func cancelling(
    _ host: LunaHost, _ old: Input, _ new: Input, _ rules: Rules,
    afterwards: () -> Void = {}
  ) async {
    let task = Task { try await host.compare(old: old, new: new, rules: rules) }
    while !hasBegun.isSet { await Task.yield() }
    task.cancel()
    afterwards()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a comparator that is slow is not called for the rest of the records")
  func slowComparator() async {
    let (old, new) = (rows { $0 }, rows { -$0 - 1 })
    let calls = Mutex(0)
    let isCancelled = Flag()
    var host = LunaHost()
    host.comparator("slow") { (_: Int, _: Int) in
      calls.withLock { $0 += 1 }
      hasBegun.set()
      while !isCancelled.isSet { Thread.sleep(forTimeInterval: 0.001) }
      return true
    }
    let rules = Rules {
      $0.identity = ["id"]
      $0.equal["x"] = .named("slow")
    }
    await cancelling(host, old, new, rules) { isCancelled.set() }
    #expect(calls.withLock { $0 } < 1000)
  }

  @Test("a big pairing ends", arguments: [["id"], []])
  func bigPairing(identity: [String]) async {
    var host = LunaHost()
    host.normalizer("seen") { (value: Value) in
      hasBegun.set()
      return value
    }
    let rules = Rules {
      $0.identity = identity
      $0.normalize["x"] = [.named("seen")]
    }
    await cancelling(host, rows(300_000) { $0 }, rows(300_000) { $0 * 7919 % 300_007 }, rules)
  }

  private func rows(_ count: Int = 4000, _ value: (Int) -> Int) -> Input {
    .rows((0..<count).map { ["id": $0, "x": value($0)] })
  }
}
