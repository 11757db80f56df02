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

/// Which of a law's cases a run looks at: some, drawn by a printed seed; all of them with `LUNADIFF_EXHAUSTIVE=1`.
public struct CaseSample {
  /// Whether laws look at all of their cases.
  public static let isExhaustive = ProcessInfo.processInfo.environment["LUNADIFF_EXHAUSTIVE"] == "1"

  private var random: SeededGenerator
  private let share: Int

  /// Makes a sample of one case in so many.
  public init(of name: String, oneIn share: Int) {
    random = .announced(name)
    self.share = share
  }

  /// Whether the next case is looked at.
  public mutating func takesNext() -> Bool {
    Self.isExhaustive || Int.random(in: 0..<share, using: &random) == 0
  }

  /// How many of so many rounds or records are made.
  public static func count(_ count: Int, of all: Int) -> Int { isExhaustive ? all : count }

  /// So many of the cases, in their order.
  public static func some<Case>(_ count: Int, of cases: [Case], _ name: String) -> [Case] {
    guard !isExhaustive else { return cases }
    var random = SeededGenerator.announced(name)
    return cases.indices.shuffled(using: &random).prefix(count).sorted().map { cases[$0] }
  }
}
