import Foundation
import Platform
import Testing

@testable import Records

@Suite struct `The JSONTestSuite` {
  /// What the grammar leaves open and `docs/formats.md` decides: these are accepted.
  private static let accepted: Set = [
    "i_number_double_huge_neg_exp", "i_number_huge_exp", "i_number_neg_int_huge_exp",
    "i_number_pos_double_huge_exp", "i_number_real_neg_overflow", "i_number_real_pos_overflow",
    "i_number_real_underflow", "i_number_too_big_neg_int", "i_number_too_big_pos_int",
    "i_number_very_big_negative_int", "i_object_key_lone_2nd_surrogate",
    "i_string_1st_surrogate_but_2nd_missing", "i_string_1st_valid_surrogate_2nd_invalid",
    "i_string_UTF-16LE_with_BOM", "i_string_incomplete_surrogate_and_escape_valid",
    "i_string_incomplete_surrogate_pair", "i_string_incomplete_surrogates_escape_valid",
    "i_string_invalid_lonely_surrogate", "i_string_invalid_surrogate",
    "i_string_inverted_surrogates_U+1D11E", "i_string_lone_second_surrogate",
    "i_structure_500_nested_arrays", "i_structure_UTF-8_BOM_empty_object",
  ]

  private static func files(_ folder: String) -> [String] {
    let url = fixtures.appendingPathComponent("JSONTestSuite/\(folder)")
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    return (names ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  @Test func `is here whole`() {
    #expect(Self.files("test_parsing").count == 318)
    #expect(Self.files("test_transform").count == 22)
  }

  @Test(arguments: files("test_parsing"))
  func `is accepted and refused as it says, by every path`(name: String) throws {
    let path = "JSONTestSuite/test_parsing/\(name).json"
    let isAccepted = name.hasPrefix("y_") || Self.accepted.contains(name)
    for outcome in try outcomes(of: path) {
      switch outcome {
      case .success: #expect(isAccepted)
      case .failure(let error):
        #expect(!error.message.isEmpty)
        #expect(isValidJSON(error) == isAccepted, "\(error.message)")
      }
    }
  }

  @Test(arguments: files("test_transform"))
  func `is equal to itself, however it is read`(name: String) throws {
    let path = "JSONTestSuite/test_transform/\(name).json"
    let bytes = try fixture(path)
    if scanned(bytes) {
      let value = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
      #expect(areEqual(value, value.withBytes { JSONCanonical.bytes(of: $0) }))
    }
    let facts = try outcomes(of: path).map { try? $0.get().facts }
    #expect(facts.allSatisfy { $0 == facts[0] })
  }

  @Test func `keeps apart what other readers confuse`() throws {
    let names = [
      "number_1.0", "number_1.000000000000000005", "number_10000000000000000999",
      "number_-9223372036854775808", "number_-9223372036854775809", "number_9223372036854775807",
      "number_9223372036854775808", "number_1e-999", "number_1e6", "object_key_nfc_nfd",
      "object_same_key_different_values", "object_same_key_same_value",
      "string_1_escaped_invalid_codepoint", "string_2_escaped_invalid_codepoints",
      "string_3_escaped_invalid_codepoints", "string_with_escaped_NULL",
    ]
    let values = try names.map { try fixture("JSONTestSuite/test_transform/\($0).json") }
    for first in values.indices {
      for second in values.indices where scanned(values[first]) && scanned(values[second]) {
        #expect(areEqual(values[first], values[second]) == (first == second))
      }
    }
  }

  private func isValidJSON(_ error: RecordError) -> Bool {
    if case .json(let problem) = error.kind { return problem.isValidJSON }
    return false
  }

  /// What reading a fixture gives, by every path, with one worker and with several.
  private func outcomes(of path: String) throws -> [Result<RecordTable, RecordError>] {
    let bytes = try fixture(path)
    var results: [Result<RecordTable, RecordError>] = []
    for (workers, chunk) in [(1, nil), (2, 1), (4, 5)] as [(Int, Int?)] {
      let options = ReadOptions.with {
        $0.format = .json
        $0.workers = workers
        $0.chunkSize = chunk
      }
      for way in ReadingPath.allCases {
        do {
          results.append(.success(try way.open(bytes, options, suffix: ".json").table()))
        } catch let error as RecordError {
          results.append(.failure(error))
        }
      }
    }
    return results
  }
}
