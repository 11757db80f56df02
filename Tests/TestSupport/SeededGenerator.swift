import Foundation

/// Random numbers that a printed seed brings back: SplitMix64.
///
/// The seed is taken from the environment variable `TEST_SEED`, else it is random, and is printed
/// once, so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  /// What this generator was seeded with.
  public let seed: UInt64

  /// Creates a generator with a seed of its own.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Creates a generator for a named test, and prints its seed.
  public static func announced(
    _ name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> SeededGenerator {
    let seed = environment["TEST_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
    print("seed of \(name): \(seed)")
    return SeededGenerator(seed: seed)
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
