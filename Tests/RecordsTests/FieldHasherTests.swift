import Platform
import TestSupport
import Testing

@testable import Records

@Suite struct FieldHasherTests {
  private func hash(_ bytes: some Collection<UInt8>, _ secrets: HashSecrets) -> UInt64 {
    Array(bytes).withBytes { secrets.hash(of: $0) }
  }

  private func secrets(_ seed: UInt64) -> HashSecrets {
    var generator = SeededGenerator(seed: seed)
    return HashSecrets(using: &generator)
  }

  @Test(
    "keys that exports really have do not collide, whatever the seed",
    arguments: ["", "0", "user-", "2026-11-", "customer/account/"], [0, 1, 77] as [UInt64])
  func decimalKeys(prefix: String, seed: UInt64) {
    let secrets = secrets(seed)
    let hashes = Set((0..<100_000).map { hash((prefix + String($0)).utf8, secrets) })
    #expect(hashes.count == 100_000)
  }

  @Test("texts that differ by trailing NULs or in length differ in hash")
  func lengths() {
    let hashes = Set((0..<64).map { hash([UInt8](repeating: 0, count: $0), .process) })
    #expect(hashes.count == 64)
  }

  @Test(
    "no two values share a hash that are not equal, whatever kinds they are of", arguments: 0..<50)
  func kinds(seed: UInt64) {
    let texts = ["", "0", "1", "4", "7", "null", "true", "{}", "[]", "\u{0}"].map { Array($0.utf8) }
    let numbers = ["0", "1", "4", "7", "1e300", "-1"].map { Array($0.utf8) }
    let nested = ["{}", "[]", "[0]", #"{"":""}"#, #"{"":null}"#, "[{}]"].map { Array($0.utf8) }
    let values =
      [Value.absent, .null, .boolean(true), .boolean(false)]
      + texts.map { .text(Text(utf8: $0)) } + numbers.map { .number(NumberText(utf8: $0)) }
      + nested.map {
        $0.first == UInt8(ascii: "[") ? .array(JSONText(utf8: $0)) : .object(JSONText(utf8: $0))
      }
    // Alone, and as parts of an identity between others.
    for others in 0...2 {
      let hashes = values.map { value in
        var hasher = FieldHasher(secrets(seed))
        for _ in 0..<others { Value.null.withField { $0.hash(into: &hasher) } }
        value.withField { $0.hash(into: &hasher) }
        for _ in 0..<others { Value.null.withField { $0.hash(into: &hasher) } }
        return hasher.value
      }
      #expect(Set(hashes).count == values.count)
    }
  }

  @Test("each seed has hashes of its own, and a process has one of its own")
  func seeds() {
    let hashes = [secrets(1), secrets(2), .process, .fixed].map { hash("text".utf8, $0) }
    #expect(Set(hashes).count == 4)
  }

  @Test("hashes by which values are sampled are the same in every run")
  func fixed() {
    #expect(hash("text".utf8, .fixed) == 9_497_188_756_486_874_957)
    let long = "a text of more than sixteen bytes"
    #expect(hash(long.utf8, .fixed) == 17_428_520_382_121_124_889)
  }

  @Test("texts that once made a product zero and collided do not", arguments: [5_000, 40_000])
  func crafted(count: Int) {
    let hashes = Set((0..<count).map { hash(CraftedKeys.key($0).utf8, .process) })
    #expect(hashes.count == count)
  }

  @Test("words that the published numbers would turn to zero do not collide under a secret seed")
  func zeroProducts() {
    func word(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number, Array.init) }
    let texts = (0..<1000 as Range<UInt64>).flatMap { number in
      [
        word(0xA076_1D64_78BD_642F) + word(number), word(number) + word(0xE703_7ED1_A0B4_28DB),
        word(0x8BB8_4B93_962E_ACC9) + word(number) + word(7),
        word(number) + word(0x5898_9B1A_2C8B_6F1D) + word(7),
      ]
    }
    #expect(Set(texts.map { hash($0, .process) }).count == texts.count)
  }

  @Test("numbers of one value hash alike, however many digits they have")
  func numbers() {
    func hash(_ literal: String) -> UInt64 {
      var hasher = FieldHasher()
      Array(literal.utf8).withBytes { JSONValues.hashNumber($0, into: &hasher) }
      return hasher.value
    }
    let digits = String(repeating: "1234567890", count: 5)
    #expect(hash("120") == hash("12e1"))
    #expect(hash("-5") != hash("6"))
    #expect(hash(digits + "0") == hash(digits + "e1"))
    #expect(hash("1e99999999999999999999") == hash("10e99999999999999999998"))
    #expect(hash("1e99999999999999999999") != hash("-1e99999999999999999999"))
  }

  @Test("a table of names whose secrets are bad takes others")
  func names() {
    var table = JSONNameTable(secrets: HashSecrets(0, 0, 0, 0))
    let names = (0..<20_000).map { Array("name number \($0)".utf8) }
    for (number, name) in names.enumerated() {
      let found = name.withBytes { table.insert($0) }
      #expect(found == (number, true))
    }
    for (number, name) in names.enumerated() {
      #expect(name.withBytes { table.index(of: $0) } == number)
    }
  }
}
