"""Puts the program and the Python package into a wheel: a command, `python -m lunadiff`, and `import lunadiff`.

The layout is that of the binary distribution format, https://packaging.python.org/specifications/binary-distribution-format/.
"""

import argparse
import base64
import hashlib
import pathlib
import platform
import re
import stat
import zipfile

HERE = pathlib.Path(__file__).parent
REPOSITORY = "https://github.com/lunadiff/lunadiff"


class Wheel:
    """Files of a wheel, with the record of their digests that it has to hold."""

    def __init__(self, path, info):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.info = info
        self.record = []

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name)  # dated 1980, so that the same files make the same wheel
        entry.external_attr = (stat.S_IFREG | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self):
        record = f"{self.info}/RECORD"
        text = "\n".join([*self.record, f"{record},,", ""])
        self.archive.writestr(zipfile.ZipInfo(record), text)
        self.archive.close()


def platform_tag(libc):
    """The tag of systems that the program runs on: with this C library or newer, or with this macOS, as `macos-15.0`."""
    machine = platform.machine()
    if libc.startswith("macos-"):
        return f"macosx_{libc.removeprefix('macos-').replace('.', '_')}_{machine}"
    return f"manylinux_{libc.replace('.', '_')}_{machine}"


def long_description(version, folder=pathlib.Path()):
    """The README for the page of a package index, which has none of the files beside it: links and pictures lead to those of the release."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!\w+:|#)", rf"\g<1>{REPOSITORY}/raw/v{version}/", text)
    text = re.sub(r"(<(?:img|source)\b[^>]*?\b(?:src|srcset)=\")(?!\w+:)", rf"\g<1>{REPOSITORY}/raw/v{version}/", text)
    return re.sub(r"(?<!!)(\[(?:[^][]|\[[^]]*\])*\]\()(?!\w+:|#)", rf"\g<1>{REPOSITORY}/blob/v{version}/", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("program", "share", "version", "libc", "output"):
        parser.add_argument(f"--{option}", required=True)
    options = parser.parse_args()
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)+((a|b|rc)[0-9]+)?", options.version):
        parser.error(f"{options.version!r} is no version that pip knows")
    tag = f"py3-none-{platform_tag(options.libc)}"
    info = f"lunadiff-{options.version}.dist-info"
    path = pathlib.Path(options.output, f"lunadiff-{options.version}-{tag}.whl")
    share = pathlib.Path(options.share)

    wheel = Wheel(path, info)
    for module in sorted(path for path in (HERE / "wheel/lunadiff").iterdir() if path.suffix == ".py" or path.name == "py.typed"):
        wheel.add(f"lunadiff/{module.name}", module.read_bytes())
    wheel.add(f"lunadiff-{options.version}.data/scripts/lunadiff", pathlib.Path(options.program).read_bytes(), 0o755)
    metadata = (HERE / "wheel/METADATA").read_text().replace("@VERSION@", options.version)
    wheel.add(f"{info}/METADATA", (metadata + "\n" + long_description(options.version)).encode())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: lunadiff\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    # pytest looks here for fixtures.
    wheel.add(f"{info}/entry_points.txt", b"[pytest11]\nlunadiff = lunadiff._pytest\n")
    wheel.add(f"{info}/licenses/LICENSE", (share / "copyright").read_bytes())
    wheel.add(f"{info}/sboms/lunadiff.cdx.json", (share / "sbom.cdx.json").read_bytes())
    wheel.close()
    print(path)


if __name__ == "__main__":
    main()
