/// The hash function SHA-256 (FIPS 180-4).
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var block: [UInt8] = []
  private var length: UInt64 = 0

  /// The bytes of a block, and of a digest.
  package static let (blockSize, digestSize) = (64, 32)

  package init() { block.reserveCapacity(Self.blockSize) }

  package static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  package static func hexadecimal(of bytes: some Sequence<UInt8>) -> String { digest(of: bytes).hexadecimal }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      block.append(byte)
      length += 8
      if block.count == Self.blockSize { mix() }
    }
  }

  package consuming func finish() -> [UInt8] {
    let bits = length
    update([0x80])
    while block.count != Self.blockSize - 8 { update([0]) }
    update(Self.bytes(of: bits))
    return state.flatMap { Self.bytes(of: $0) }
  }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private mutating func mix() {
    var words = stride(from: 0, to: Self.blockSize, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (old, new) = (words[index - 15], words[index - 2])
      let first = old.turned(7) ^ old.turned(18) ^ (old >> 3)
      let second = new.turned(17) ^ new.turned(19) ^ (new >> 10)
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var mixed = state
    for index in 0..<64 { Self.round(&mixed, words[index] &+ Self.constants[index]) }
    for index in state.indices { state[index] &+= mixed[index] }
    block.removeAll(keepingCapacity: true)
  }

  private static func round(_ state: inout [UInt32], _ word: UInt32) {
    let (a, e) = (state[0], state[4])
    let choice = (e & state[5]) ^ (~e & state[6])
    let majority = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2])
    let first = state[7] &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ choice &+ word
    let second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ majority
    state.removeLast()
    state.insert(first &+ second, at: 0)
    state[4] &+= first
  }

  /// The first 32 bits behind the point of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  fileprivate func turned(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}

extension Sequence<UInt8> {
  /// Two digits a byte, in small letters.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    return String(String.UnicodeScalarView(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
  }
}
