import Foundation
import Platform
import TestSupport
import Testing

@Suite("Files that appear whole") struct AtomicOutputTests {
  private struct Trouble: Error {}

  private func write(_ text: String, to place: OutputPlace) throws {
    try place.write { try $0.write(text) }
  }

  @Test("a file takes the place of the old one with its permissions")
  func replaces() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out.txt"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o640)
    try write("new", to: OutputPlace(path, inputs: []))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test("where writing fails the old file stays, and no other")
  func fails() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out.txt"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let place = try OutputPlace(path, inputs: [])
    #expect(throws: Trouble.self) {
      try place.write { file in
        try file.write("half")
        throw Trouble()
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["out.txt"])
  }

  // In a process of its own: the files of other tests would go, too.
  @Test("files that are being written can be removed from outside")
  func removed() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path)
      }
      let place = try OutputPlace(directory.path + "/out.txt", inputs: [])
      try? place.write { _ in
        let before = try names()
        TemporaryFile.removeAll()
        let after = try names()
        exit(before.count == 1 && after.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
      }
      exit(EXIT_FAILURE)
    }
  }

  @Test("an input is not written over, by whatever name")
  func input() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/in.csv"
    try Data("id\n".utf8).write(to: URL(fileURLWithPath: path))
    let other = directory.path + "/./in.csv"
    #expect(throws: OutputError.overwrites(other, kind: "input", file: path)) {
      try OutputPlace(other, inputs: [path])
    }
  }

  @Test("a system's refusal is told with its reason")
  func refused() {
    #expect(throws: SystemError("write /nowhere/x", Errno(ENOENT))) {
      try OutputPlace("/nowhere/x", inputs: [])
    }
    #expect(
      SystemError("write x", Errno(ENOENT)).description
        == "cannot write x: No such file or directory")
  }
}
