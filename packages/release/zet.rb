class Zet < Formula
  desc "Read, check, convert and draw game records of Hogga, Halma, Akron and HusBao"
  homepage "https://example.org/zet"
  url "https://example.org/zet/zet-@VERSION@.tar.xz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "jansson"
  depends_on "librsvg"
  depends_on "libyaml"
  depends_on "pcre2"
  depends_on "utf8proc"
  depends_on "xz"
  depends_on "zstd"

  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    system "make", "install", "prefix=#{prefix}", "LTO="
  end

  test do
    (testpath/"game.yaml").write "game: akron\nmoves: d4 e5\n"
    assert_match "valid", shell_output("#{bin}/zet validate game.yaml")
  end
end
