import Platform
import StagedDiff

/// The partner of a target record: its offset in the source, and whether equal bytes say that nothing differs.
struct Partner: BitwiseCopyable, Sendable {
  private let bits: UInt32
  private static let differing: UInt32 = 1 << 31

  /// No partner: the greatest offset of all, which no collection has.
  static let none = Partner(bits: .max)

  private init(bits: UInt32) { self.bits = bits }

  init(source: Int32, mayDiffer: Bool) { bits = UInt32(bitPattern: source) | (mayDiffer ? Self.differing : 0) }

  var isPaired: Bool { bits != .max }
  /// Whether the contents have to be compared.
  var mayDiffer: Bool { isPaired && bits & Self.differing != 0 }
  /// The offset in the source, or −1.
  var source: Int32 { isPaired ? Int32(bitPattern: bits & ~Self.differing) : -1 }
}

/// Which record is which, in a file of the temporary folder: for each target record its partner.
struct SpilledPairs: RecordPairs {
  let partners: SpilledPartners
  let pairedCount: Int
  let duplicates: Duplicates
  /// The source's records that have a partner.
  let sources: OffsetSet
  let sourceCount: Int

  var unpairedSources: [Int32] { sources.missing(in: 0..<sourceCount) }

  var unpairedTargets: [Int32] {
    (0..<partners.count).lazy.filter { !partners[$0].isPaired }.map { Int32(truncatingIfNeeded: $0) }
  }

  func source(of target: Int32) -> Int32 { partners[Int(target)].source }

  var whole: Pairing {
    let pairs = (0..<partners.count).lazy.filter { partners[$0].isPaired }.map { target in
      (source: partners[target].source, target: Int32(truncatingIfNeeded: target))
    }
    return Pairing(pairs: pairs, sourceCount: sourceCount, targetCount: partners.count, duplicates: duplicates)
  }
}

/// The partners of all target records, in their order.
struct SpilledPartners: Sendable {
  private let file: SpillBytes

  init(_ file: SpillBytes) { self.file = file }

  var count: Int { file.bytes.count / MemoryLayout<Partner>.stride }

  subscript(target: Int) -> Partner { file.bytes.load(at: target * MemoryLayout<Partner>.stride, as: Partner.self) }
}
