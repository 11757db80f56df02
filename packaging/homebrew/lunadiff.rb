class Lunadiff < Formula
  desc "Compare collections of records, CSV or JSON, under rules written in Lua"
  homepage "https://github.com/lunadiff/lunadiff"
  url "https://github.com/lunadiff/lunadiff.git", tag: "v0.1.0"
  license "MIT"
  head "https://github.com/lunadiff/lunadiff.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "lua@5.4"
  depends_on "zstd"
  uses_from_macos "swift" => :build, since: :tahoe
  uses_from_macos "libedit"
  uses_from_macos "zlib"

  def install
    ENV.prepend_path "PKG_CONFIG_PATH", Formula["lua@5.4"].opt_lib/"pkgconfig"
    ENV["LUNADIFF_BUILD_FLAGS"] = "--disable-sandbox"
    system "scripts/install", "--prefix", prefix
  end

  test do
    (testpath/"old.csv").write "id,price\n1,2.00\n"
    (testpath/"new.csv").write "id,price\n1,2.50\n"
    output = shell_output("#{bin}/lunadiff old.csv new.csv -k id", 1)
    assert_match "price: 2.00 → 2.50", output
  end
end
