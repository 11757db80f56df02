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
  private let isCancelled = Flag()

  /// Holds the work up until it was cancelled, however late this test's turn comes: else it might have ended by then.
  private func waitToBeCancelled() {
    hasBegun.set()
    while !isCancelled.isSet { Thread.sleep(forTimeInterval: 0.001) }
  }

  private func cancelling(
    _ host: LunaHost, _ old: Input, _ new: Input, _ rules: Rules
  ) async {
    let task = Task { try await host.compare(old: old, new: new, rules: rules) }
    while !hasBegun.isSet { await Task.yield() }
    task.cancel()
    isCancelled.set()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a comparator that is slow is not called for the rest of the records")
  func slowComparator() async {
    let (old, new) = (rows { $0 }, rows { -$0 - 1 })
    let calls = Mutex(0)
    var host = LunaHost()
    host.comparator("slow") { (_: Int, _: Int) in
      calls.withLock { $0 += 1 }
      waitToBeCancelled()
      return true
    }
    let rules = Rules {
      $0.identity = ["id"]
      $0.equal["x"] = .named("slow")
    }
    await cancelling(host, old, new, rules)
    #expect(calls.withLock { $0 } < 1000)
  }

  @Test("a big pairing ends", arguments: [["id"], []])
  func bigPairing(identity: [String]) async {
    var host = LunaHost()
    host.normalizer("seen") { (value: Value) in
      waitToBeCancelled()
      return value
    }
    let rules = Rules {
      $0.identity = identity
      $0.normalize["x"] = [.named("seen")]
    }
    await cancelling(host, rows(60_000) { $0 }, rows(60_000) { $0 * 7919 % 60_013 }, rules)
  }

  @Test("a plug-in's format that never ends does so with its task")
  func endlessFormat() async throws {
    var host = LunaHost()
    host.plugin(
      """
      return { name = "slow", formats = { endless = function(changes, out)
        out:write(("x"):rep(1 << 17))
        while true do end
      end } }
      """, name: "slow.lua")
    let result = try await host.compare(old: rows(2) { $0 }, new: rows(2) { $0 + 1 }, rules: Rules())
    let task = Task {
      try result.write(.named("slow:endless")) { _ in hasBegun.set() }
    }
    while !hasBegun.isSet { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private func rows(_ count: Int = 4000, _ value: (Int) -> Int) -> Input {
    .rows((0..<count).map { ["id": $0, "x": value($0)] })
  }
}
