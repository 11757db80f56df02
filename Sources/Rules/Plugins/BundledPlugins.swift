/// The plug-ins that come with the program.
enum BundledPlugins {
  /// In the order of their names; another plug-in of the same name hides it.
  static let sources = [
    source("cdc", PackageResources.cdc_lua),
    source("github", PackageResources.github_lua),
    source("parquet", PackageResources.parquet_lua),
    source("postgres", PackageResources.postgres_lua),
    source("s3", PackageResources.s3_lua),
    source("sql", PackageResources.sql_lua),
    source("sqlite", PackageResources.sqlite_lua),
    source("xlsx", PackageResources.xlsx_lua),
  ]

  private static func source(_ name: String, _ text: [UInt8]) -> PluginSource {
    PluginSource(bundled: "bundled/\(name).lua", text: text)
  }
}
