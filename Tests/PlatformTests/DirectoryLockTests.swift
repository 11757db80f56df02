import Platform
import TestSupport
import Testing

/// Files that are read, changed and replaced side by side.
@Suite struct DirectoryLockTests {
  @Test("no change is lost, and the value comes back")
  func counting() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/count"
    try directory.write("0", to: "count")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try DirectoryLock.holding(directory.path) {
            let count = Int(String(decoding: try directory.read("count"), as: UTF8.self)) ?? 0
            try OutputPlace(path, inputs: []).write { try $0.write(String(count + 1)) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(String(decoding: try directory.read("count"), as: UTF8.self) == "20")
  }

  @Test("a directory that is not there holds nobody back")
  func missing() throws {
    #expect(try DirectoryLock.holding("/no such directory") { 1 } == 1)
  }
}
