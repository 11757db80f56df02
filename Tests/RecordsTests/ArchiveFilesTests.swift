import Foundation
import TestSupport
import Testing

@testable import Records

/// Archives that are read whole.
@Suite struct ArchiveFilesTests {
  private let place: TemporaryDirectory
  private let longName = String(repeating: "folder/", count: 30) + "file.lua"

  init() throws {
    place = try TemporaryDirectory()
    try place.write("one", to: "in/a.lua")
    try place.write("", to: "in/empty.lua")
    try place.write(String(repeating: "x", count: 1500), to: "in/\(longName)")
  }

  private func run(_ script: String) async throws {
    let runner = ProcessRunner(
      executable: "/bin/sh", directory: place.path,
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
    let result = try await runner.run(["-c", script])
    #expect(result.status == 0, "\(result.errorText)")
  }

  @Test(
    "the forms of tar that there are give the same files, plain and compressed",
    arguments: [
      "tar -C in --format=gnu -cf x.tar .", "tar -C in --format=pax -cf x.tar .",
      "tar -C in --format=pax -czf x.tar .", "tar -C in --format=ustar -cf x.tar .",
    ])
  func tar(command: String) async throws {
    try await run(command)
    let files = try ArchiveFiles.read(place.path(of: "x.tar"), limit: 1 << 20)
    let sizes = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes.count) })
    #expect(sizes == ["./a.lua": 3, "./empty.lua": 0, "./\(longName)": 1500])
  }

  @Test("an archive that is cut off, is none, or holds too much is refused")
  func refused() async throws {
    try await run("tar -C in -cf x.tar . && head -c 2000 x.tar >cut.tar && tar -C in -czf x.tgz .")
    for (name, limit) in [("cut.tar", 1 << 20), ("in/a.lua", 1 << 20), ("x.tgz", 1000)] {
      #expect(throws: RecordError.self) {
        try ArchiveFiles.read(place.path(of: name), limit: limit)
      }
    }
  }

  @Test("no bytes make reading a tar archive crash")
  func noise() async throws {
    try await run("tar -C in --format=pax -cf x.tar .")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: place.path(of: "x.tar"))))
    for place in stride(from: 0, to: 3 * 512, by: 7) {
      for value: UInt8 in [0, 0x37, 0x78, 0xFF] {
        var changed = bytes
        changed[place] = value
        _ = try? ArchiveFiles.tar(changed, named: "x.tar")
      }
    }
  }
}
