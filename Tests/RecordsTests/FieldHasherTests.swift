import Testing

@testable import Records

@Suite struct FieldHasherTests {
  private func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { FieldHasher.hash(of: UnsafeRawBufferPointer($0)) }
  }

  @Test(
    "keys that exports really have do not collide",
    arguments: ["", "0", "user-", "2026-11-", "customer/account/"])
  func decimalKeys(prefix: String) {
    let hashes = Set((0..<300_000).map { hash(prefix + String($0)) })
    #expect(hashes.count == 300_000)
  }

  @Test("texts that differ by trailing NULs or in length differ in hash")
  func lengths() {
    let hashes = Set((0..<64).map { hash(String(repeating: "\0", count: $0)) })
    #expect(hashes.count == 64)
  }
}
