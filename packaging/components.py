"""What is linked into the program: its licences as text, or an SBOM (CycloneDX 1.5).

Versions and licence texts are those of the machine that builds the program: Debian's packages, the Swift toolchain and
the checkouts of the Swift package manager.
"""

import argparse
import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys

# The Debian package of each archive that scripts/install links, with the licence by its SPDX name.
DEBIAN = {
    "liblua5.4-dev": "MIT",
    "zlib1g-dev": "Zlib",
    "libzstd-dev": "BSD-3-Clause",
    "libedit-dev": "BSD-3-Clause",
    "libbsd-dev": "BSD-3-Clause",
    "libmd-dev": "BSD-3-Clause",
    "libncurses-dev": "X11",
    "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgcc-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
}
APACHE = "Apache-2.0 WITH Swift-exception"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def debian_components():
    for package, licence in DEBIAN.items():
        try:
            version = run("dpkg-query", "-W", "-f", "${source:Version}", package)
        except subprocess.CalledProcessError:
            print(f"components: {package} is not installed", file=sys.stderr)
            continue
        text = pathlib.Path("/usr/share/doc", package, "copyright")
        yield {"name": package, "version": version, "licence": licence, "text": text,
               "purl": f"pkg:deb/debian/{package}@{version}"}


def vendored_components():
    """What the trait Bundled builds in, by the table of Vendor's own page."""
    licences = {"lua": "MIT", "zlib": "Zlib", "zstd": "BSD-3-Clause"}
    for name, licence in licences.items():
        version = re.search(rf"\| `{name}` \| \w+ ([0-9.]+) \|", pathlib.Path("Vendor/README.md").read_text()).group(1)
        yield {"name": name, "version": version, "licence": licence, "text": pathlib.Path("Vendor", name, "LICENSE"),
               "purl": f"pkg:generic/{name}@{version}"}


def swift_runtime():
    # macOS has a runtime of its own, which programs use.
    if platform.system() == "Darwin":
        return
    swift = pathlib.Path(shutil.which("swift")).resolve()
    version = re.search(r"Swift version (\S+)", run("swift", "--version")).group(1)
    yield {"name": "swift", "version": version, "licence": APACHE,
           "text": swift.parent.parent / "share/swift/LICENSE.txt",
           "purl": f"pkg:github/swiftlang/swift@{version}"}


def swift_packages():
    state = json.loads(checkouts().read_text())
    for dependency in state["object"]["dependencies"]:
        name = dependency["packageRef"]["identity"]
        version = dependency["state"]["checkoutState"]["version"]
        text = pathlib.Path(".build/checkouts", dependency["subpath"], "LICENSE.txt")
        yield {"name": name, "version": version, "licence": APACHE, "text": text,
               "purl": f"pkg:github/apple/{name}@{version}"}


def checkouts():
    """The list of the Swift package manager's checkouts, which are fetched where nothing was built yet."""
    state = pathlib.Path(".build/workspace-state.json")
    if not state.exists() or not pathlib.Path(".build/checkouts").is_dir():
        done = subprocess.run(["swift", "package", "resolve"], stdout=sys.stderr)
        if done.returncode != 0 or not state.exists():
            sys.exit("components: the licences of Swift packages are in their checkouts, which swift package resolve could not fetch")
    return state


def licences(components, common):
    """The texts. With `common`, the folder of licences that the system has, Apache's is named instead of repeated."""
    for component in components:
        yield f"\n{'-' * 78}\n{component['name']} {component['version']}: {component['licence']}\n{'-' * 78}\n\n"
        text = component["text"].read_text(encoding="utf-8", errors="replace")
        if common and component["licence"] == APACHE:
            text = f"Apache License, Version 2.0: see {common}/Apache-2.0\n\n" + text[text.index("## Runtime Library Exception"):]
        yield text


def sbom(components, version):
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "lunadiff", "version": version,
                                   "licenses": [{"license": {"id": "MIT"}}]}},
        "components": [
            {"type": "library", "name": component["name"], "version": component["version"],
             "purl": component["purl"], "licenses": [{"expression": component["licence"]}]}
            for component in components
        ],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--licences", action="store_true")
    parser.add_argument("--common", metavar="DIR")
    parser.add_argument("--sbom", metavar="VERSION")
    parser.add_argument("--vendored", action="store_true", help="the trait Bundled is built in, not the system's libraries")
    options = parser.parse_args()
    components = [*swift_runtime(), *swift_packages(), *(vendored_components() if options.vendored else debian_components())]
    if options.licences:
        sys.stdout.writelines(licences(components, options.common))
    if options.sbom:
        json.dump(sbom(components, options.sbom), sys.stdout, indent=2)
        print()


if __name__ == "__main__":
    main()
