import Foundation

/// Where the programs under test and the files of this package are.
public enum BuiltProducts {
  /// The directory that holds the built programs: `LUNADIFF_PRODUCTS`, or else where the tests are.
  public static let directory = ProcessInfo.processInfo.environment["LUNADIFF_PRODUCTS"] ?? besideTests

  private static let besideTests: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
    let place = URL(fileURLWithPath: bundle ?? CommandLine.arguments[0])
    return place.resolvingSymlinksInPath().deletingLastPathComponent().path
  }()

  /// The root of this package's sources.
  public static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The environment that commands under test see: the built programs first on the path, those of the examples that
  /// are built with the tests next, nothing of the user's.
  public static func environment(home: String) -> [String: String] {
    [
      "PATH": "\(directory):\(besideTests):/usr/local/bin:/usr/bin:/bin", "HOME": home, "TMPDIR": "/tmp",
      "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
    ]
  }
}
