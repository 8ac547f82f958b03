# SPDX-License-Identifier: MIT
"""Whether an SBOM says the truth of a folder of artefacts. Shares nothing with ci/packaging/sbom.

    sbom_check.py SBOM FOLDER
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile

KEYS = ("spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "files",
        "relationships")
# What must be said of who needs whom.
NEEDED = (("gdv", "libjansson4"), ("gdv", "libgdv0"), ("libgdv0", "libc6"), ("libgdv-dev", "libgdv0"))


def fail(*words):
    sys.exit("SBOM: " + " ".join(map(str, words)))


def require(holds, *words):
    if not holds:
        fail(*words)


def sums_of(element):
    return {each["algorithm"]: each["checksumValue"] for each in element["checksums"]}


def sums_of_bytes(data):
    return {"SHA1": hashlib.sha1(data).hexdigest(), "SHA256": hashlib.sha256(data).hexdigest()}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def unpacked(path, tree):
    """Names of the files in an artefact, after it is unpacked in tree."""
    deb = path.endswith(".deb")
    subprocess.check_call(["dpkg-deb", "-x", path, tree] if deb else ["tar", "xzf", path, "-C", tree])
    return {"./" + os.path.relpath(os.path.join(top, name), tree) for top, _, names in os.walk(tree)
            for name in names if not os.path.islink(os.path.join(top, name))}


def check_package(package, path, listed):
    require(sums_of(package) == sums_of_bytes(read(path)), "checksum of", path)
    require(package["licenseDeclared"] == "MIT", "licence of", path)
    with tempfile.TemporaryDirectory() as tree:
        there = unpacked(path, tree)
        require(there == set(listed), "files of", path, sorted(there ^ set(listed))[:5])
        for name in there:
            require(sums_of(listed[name]) == sums_of_bytes(read(os.path.join(tree, name))), "checksum of", name)
    code = hashlib.sha1("".join(sorted(sums_of(each)["SHA1"] for each in listed.values())).encode()).hexdigest()
    require(package["packageVerificationCode"]["packageVerificationCodeValue"] == code, "verification code of", path)


def check_shape(doc):
    """Keys that SPDX wants, identifiers that are one thing's, relationships that lead somewhere."""
    for key in KEYS:
        require(key in doc, "no", key)
    require(doc["spdxVersion"] == "SPDX-2.3" and doc["dataLicense"] == "CC0-1.0", "not SPDX 2.3")
    elements = [doc["SPDXID"]] + [each["SPDXID"] for each in doc["packages"] + doc["files"]]
    known = set(elements)
    require(len(elements) == len(known), "an identifier stands twice")
    for one in doc["relationships"]:
        require({one["spdxElementId"], one["relatedSpdxElement"]} <= known, "leads nowhere:", one)


def main(sbom, folder):
    doc = json.loads(read(sbom))
    check_shape(doc)
    files = {each["SPDXID"]: each for each in doc["files"]}
    contains = {}
    for one in doc["relationships"]:
        if one["relationshipType"] == "CONTAINS":
            contains.setdefault(one["spdxElementId"], []).append(files[one["relatedSpdxElement"]])
    artefacts = [each for each in doc["packages"] if "packageFileName" in each]
    wanted = {name for name in os.listdir(folder) if name.endswith((".deb", ".tar.gz")) and ".orig." not in name}
    require({each["packageFileName"] for each in artefacts} == wanted, "not one package for each artefact")
    for package in artefacts:
        listed = {each["fileName"]: each for each in contains[package["SPDXID"]]}
        check_package(package, os.path.join(folder, package["packageFileName"]), listed)
    names = {each["SPDXID"]: each["name"] for each in doc["packages"]}
    needs = {(names[one["spdxElementId"]], names[one["relatedSpdxElement"]]) for one in doc["relationships"]
             if one["relationshipType"] == "DEPENDS_ON"}
    for pair in NEEDED:
        require(pair in needs, "does not say that", *pair)
    require(("libgdv0", "libjansson4") not in needs, "the library needs no jansson")
    print(len(artefacts), "artefacts,", len(files), "files,", " ".join("%s>%s" % pair for pair in sorted(needs)))


if __name__ == "__main__":
    main(*sys.argv[1:])
