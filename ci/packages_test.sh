#!/bin/bash
# SPDX-License-Identifier: MIT
# A release as its users meet it: made twice with equal bytes, named by its checksums and its SBOM, and its Debian packages
# linted, installed in a fresh Debian 12, used, removed, and nothing of them left.
#
# Needs root, for chroot, and the mirror of Debian that this machine's own apt uses. Reads the checkout that it is started
# from: Bazel's runfiles are links into it.
set -eu
. ci/cases.sh
. ci/readme_rows.sh
export LC_ALL=C

[ "$(id -u)" -eq 0 ] || skip "only root can chroot"
grep -q '^VERSION_CODENAME=bookworm$' /etc/os-release || skip "the packages are Debian 12's, and this is none"
checkout=$(dirname "$(dirname "$(readlink -f ci/dist)")")
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chroot=$work/chroot
version=$("$checkout/ci/dist" --version)

# logged COMMAND..: what it says is shown only if it fails.
logged() {
    "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log" && return 1; }
}

# ---- the release

# Without git, in another folder, with other habits: from the tarball that the first release holds.
made_from_tarball() {
    mkdir -p "$work/elsewhere"
    tar -xzf "$work/first/gdv-$version-with-corpus.tar.gz" -C "$work/elsewhere"
    (umask 077 && cd / && TZ=Pacific/Auckland LC_ALL=C.UTF-8 logged "$work/elsewhere/gdv-$version/ci/dist" "$work/second")
}

summed_up() { # summed_up FOLDER: every file has its sum but the sums, and it is right
    (cd "$1" && sha256sum --check --quiet SHA256SUMS &&
        diff <(sed 's/^[0-9a-f]*  //' SHA256SUMS | sort) <(find . -type f -not -name SHA256SUMS -printf '%P\n' | sort))
}

equal() { # equal FOLDER FOLDER: by their checksums, which are true
    summed_up "$1" && summed_up "$2" && diff "$1/SHA256SUMS" "$2/SHA256SUMS"
}

list_tree() {
    (cd "$checkout" && git ls-files --cached --others --exclude-standard) | sort -u |
        while IFS= read -r file; do [ ! -e "$checkout/$file" ] || echo "$file"; done
}

tarballs_hold_the_tree() {
    diff "$work/tree" <(tar -tzf "$work/first/gdv-$version-with-corpus.tar.gz" | sed "s,^gdv-$version/,," | sort) &&
        diff <(grep -v '^corpus/' "$work/tree") <(tar -tzf "$work/first/gdv-$version.tar.gz" | sed "s,^gdv-$version/,," | sort)
}

sbom_is_true() { # sbom_is_true SBOM: of the first release
    python3 "$here/ci/packaging/sbom_check.py" "$1" "$work/first"
}

# ---- the packages

debs() { # of the first release, without debug symbols
    find "$work/first" -name '*.deb' -not -name '*-dbgsym_*' | sort
}

linted() { # linted PACKAGE..: no error and no warning, and no override that hides one
    local said status=0
    said=$(lintian --allow-root --fail-on error,warning --show-overrides --tag-display-limit 0 "$@" 2>&1) || status=$?
    printf '%s\n' "$said"
    [ "$status" -eq 0 ] && ! grep -q '^[EWO]: ' <<<"$said"
}

hardened() { # hardened FILE: relocations are read-only and bound at the start, the stack is no code, the address is any
    local headers sign
    headers=$(readelf -hldW "$1")
    for sign in 'GNU_RELRO' 'BIND_NOW' 'GNU_STACK .* RW  *0x' 'Type: *DYN'; do
        grep -q "$sign" <<<"$headers" || { echo "$1 lacks $sign" && return 1; }
    done
}

api_alone() { # api_alone LIBRARY
    nm -D --defined-only "$1" | awk '{ print $3 }' >"$work/names"
    ! grep -v '^gdv_' "$work/names" && [ "$(wc -l <"$work/names")" -gt 100 ] && readelf -dW "$1" | grep -q 'SONAME.*\[libgdv\.so\.0\]'
}

# ---- a fresh Debian 12

# Shells that start in there leave folders in HOME, which are not the packages'.
in_chroot() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive HOME=/tmp chroot "$chroot" "$@"
}

# The mirrors of Debian that this machine's apt uses, as lines of sources.list.
mirrors() {
    # shellcheck disable=SC2016 # apt's own fields
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)|$(ORIGIN)' 'Created-By: Packages' |
        sed -n 's/|Debian$//p' | sort -u
}

fresh_debian() {
    mirrors >"$work/sources.list"
    [ -s "$work/sources.list" ] || { echo "apt knows no mirror of Debian" && return 1; }
    logged mmdebstrap --mode=root --variant=minbase --skip=cleanup/apt/lists \
        --include=bash-completion,cmake,fish,gcc,libc6-dev,make,man-db,pkg-config,zsh bookworm "$chroot" "$work/sources.list"
}

# Every path and package, but for what apt and dpkg keep of their own doings.
everything() {
    (cd "$chroot" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./var/log \
        -o -path ./var/cache -o -path ./var/lib/apt \) -prune -o -not -path './var/lib/dpkg/*-old' -print | sort)
    # shellcheck disable=SC2016 # dpkg's own fields
    in_chroot dpkg-query -W -f '${Package} ${Version} ${Status}\n'
}

# By what the README prints: the release is made as the first of the two lines says, and apt finds jansson itself.
installed() {
    mkdir -p "$chroot/tmp/dist"
    debs | xargs cp -t "$chroot/tmp/dist"
    printed "Debian packages" once >"$work/printed"
    [ "$(head -n 1 "$work/printed")" = "ci/dist dist" ] && [ "$(wc -l <"$work/printed")" -eq 2 ] || return 1
    logged in_chroot sh -c "cd /tmp && $(tail -n 1 "$work/printed")" || return 1
    # shellcheck disable=SC2016 # dpkg's own fields
    [ "$(in_chroot dpkg-query -W -f '${Status}\n' libgdv0 libgdv-dev gdv libjansson4 | grep -cx 'install ok installed')" -eq 4 ]
}

version_is_told() {
    [ "$(in_chroot gdv --version)" = "gdv $version" ] && [ "$(in_chroot pkg-config --modversion gdv)" = "$version" ]
}

judged() { # judged STATUS TEXT FILE: the installed command's verdict on a packet of the corpus
    local said got=0
    cp -L "$3" "$chroot/tmp/packet"
    said=$(in_chroot gdv check --dialect godot3 /tmp/packet) || got=$?
    echo "$said"
    [ "$got" -eq "$1" ] && grep -q "$2" <<<"$said"
}

cat >"$work/consumer.c" <<'PROGRAM'
#include <gdv/gdv.h>
#include <stdio.h>
int main(void)
{
    static const unsigned char minus_one[] = {2, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};
    gdv_node nodes[4];
    gdv_document document;
    if (gdv_document_parse(&document, minus_one, sizeof minus_one, GDV_DIALECT_GODOT3, NULL, nodes, 4, NULL) != GDV_OK) {
        return 1;
    }
    printf("%d %s\n", (int)gdv_int_or(gdv_root(&document), -9, 9, 7), gdv_version_name());
    return gdv_document_parse(&document, minus_one, 7, GDV_DIALECT_GODOT3, NULL, nodes, 4, NULL) == GDV_E_TRUNCATED ? 0 : 1;
}
PROGRAM

# The program above, built in there by a shell's words, reads -1 and has the library's version.
consumer_runs() { # consumer_runs WORDS
    cp "$work/consumer.c" "$chroot/tmp/"
    rm -f "$chroot/tmp/consumer"
    logged in_chroot sh -euc "cd /tmp; cc='cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror'; $1" &&
        [ "$(in_chroot /tmp/consumer)" = "-1 $version" ]
}

# shellcheck disable=SC2016 # for the shell in there
consumer_is_shared() { # as the README prints it
    consumer_runs "cp consumer.c server.c; alias cc=\"\$cc\"
$(printed "Debian packages" build)
cp server consumer" &&
        readelf -dW "$chroot/tmp/consumer" | grep -q 'NEEDED.*\[libgdv\.so\.0\]'
}

# shellcheck disable=SC2016 # as above
consumer_is_static() {
    consumer_runs '$cc -static consumer.c $(pkg-config --static --cflags --libs gdv) -o consumer' &&
        ! readelf -dW "$chroot/tmp/consumer" | grep -q NEEDED
}

# The library as one source and one header, by the compiler alone.
# shellcheck disable=SC2016 # as above
consumer_of_amalgamation() {
    tar -xzf "$work/first/gdv-$version-amalgamated.tar.gz" -C "$chroot/tmp" &&
        consumer_runs "cd gdv-$version; sed 's,<gdv/gdv.h>,\"gdv.h\",' ../consumer.c >consumer.c; "'$cc gdv.c consumer.c -o ../consumer'
}

consumer_by_cmake() {
    printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(consumer C)' 'find_package(gdv REQUIRED)' \
        'add_executable(consumer consumer.c)' 'target_link_libraries(consumer PRIVATE gdv::gdv)' >"$chroot/tmp/CMakeLists.txt"
    consumer_runs 'cmake -S . -B build; cmake --build build; cp build/consumer .'
}

manual_is_read() {
    in_chroot sh -euc 'MANWIDTH=80 man --warnings gdv 2>/tmp/warnings >/tmp/page; cat /tmp/warnings; [ ! -s /tmp/warnings ]' &&
        [ "$(wc -l <"$chroot/tmp/page")" -gt 200 ] && in_chroot whatis gdv | grep -q 'check, show, clean and make packets'
}

# By each shell's own way of finding completions.
# shellcheck disable=SC2016 # for the shells in there
completed_by() { # completed_by SHELL
    case $1 in
    bash)
        in_chroot bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader gdv
            COMP_WORDS=(gdv ch) COMP_CWORD=1; _gdv gdv; echo "${COMPREPLY[*]}"' | grep -qx check
        ;;
    zsh) in_chroot zsh -fc 'autoload -Uz compinit; compinit -u -D; autoload +X _gdv; echo $_comps[gdv]' | grep -qx _gdv ;;
    fish) in_chroot fish -c 'complete -C "gdv ch"' | grep -q '^check' ;;
    esac
}

removed() {
    logged in_chroot sh -c 'apt-get -q purge -y gdv libgdv-dev libgdv0; apt-get -q autoremove --purge -y' || return 1
    everything >"$work/after"
    diff "$work/before" "$work/after"
}

# ---- the claims

list_tree >"$work/tree"
expect_success "a release is made" logged "$checkout/ci/dist" --uncommitted "$work/first"
[ "$failed" -eq 0 ] || finish || exit 1
expect_success "each file has its checksum" summed_up "$work/first"
expect_success "the tarballs hold the tree, one of them without the corpus" tarballs_hold_the_tree
expect_success "from the tarball, without git, the release is made again" made_from_tarball
expect_success "and is equal, byte for byte" equal "$work/first" "$work/second"
expect_success "the SBOM names each artefact, file and dependency" sbom_is_true "$work/first/gdv-$version.spdx.json"
expect_success "lintian has no error and no warning" linted "$work"/first/*.deb "$work"/first/*.dsc
mkdir -p "$work/unpacked"
for deb in $(debs); do
    dpkg-deb --extract "$deb" "$work/unpacked"
done
library=$(echo "$work"/unpacked/usr/lib/*/libgdv.so.0)
expect_success "the library shows its API alone" api_alone "$library"
expect_success "the library is hardened" hardened "$library"
expect_success "the command is hardened" hardened "$work/unpacked/usr/bin/gdv"

wrong=$failed
expect_success "a fresh Debian 12" fresh_debian
[ "$failed" -eq "$wrong" ] || finish || exit 1
everything >"$work/before"
expect_success "apt installs the packages, and jansson with them" installed
expect_success "command and pkg-config say the version" version_is_told
expect_success "a packet of Godot 3 is accepted" judged 0 '^ok /tmp/packet$' corpus/seed/godot3/aabb.bin
expect_success "one that strict refuses is rejected, with the reason" judged 1 'NONFINITE at 4' corpus/seed/godot3/real_nan.bin
expect_success "a program by pkg-config, shared" consumer_is_shared
expect_success "a program by pkg-config, static" consumer_is_static
expect_success "a program by CMake" consumer_by_cmake
expect_success "a program with the amalgamated library" consumer_of_amalgamation
expect_success "man shows the manual page, and warns of nothing" manual_is_read
for shell in bash zsh fish; do
    expect_success "$shell completes" completed_by "$shell"
done
: >"$chroot/usr/lib/left-behind"
expect_refusal "a file that is left is seen" './usr/lib/left-behind' removed
rm "$chroot/usr/lib/left-behind"
expect_success "after removal nothing is left" removed
for shell in bash zsh fish; do
    expect_refusal "without it, $shell does not complete" '' completed_by "$shell"
done

# ---- the checks can fail

echo 0 >>"$work/second/gdv-$version.tar.gz"
(cd "$work/second" && sha256sum -- [!S]* >SHA256SUMS)
expect_refusal "a release that differs is seen" "^> .*gdv-$version.tar.gz" equal "$work/first" "$work/second"
echo 0 >>"$work/second/gdv-$version.tar.gz"
expect_refusal "a wrong checksum is seen" "gdv-$version.tar.gz: FAILED" summed_up "$work/second"
: >"$work/first/unsummed"
expect_refusal "a file without checksum is seen" '> unsummed' summed_up "$work/first"
rm "$work/first/unsummed"
sed 's/"SHA256","checksumValue":"[0-9a-f]*/"SHA256","checksumValue":"0/2' "$work/first/gdv-$version.spdx.json" >"$work/wrong.json"
expect_refusal "a wrong checksum in the SBOM is seen" 'SBOM: checksum of' sbom_is_true "$work/wrong.json"
sed 's/"DEPENDS_ON"/"OTHER"/g' "$work/first/gdv-$version.spdx.json" >"$work/wrong.json"
expect_refusal "a dependency that the SBOM lacks is seen" 'does not say that gdv libjansson4' sbom_is_true "$work/wrong.json"
dpkg-deb --raw-extract "$work"/first/gdv_*.deb "$work/raw"
chmod 666 "$work/raw/usr/share/man/man1/gdv.1.gz"
dpkg-deb --root-owner-group --build "$work/raw" "$work/wrong.deb" >/dev/null
expect_refusal "a wrong mode is seen" 'non-standard-file-perm' linted "$work/wrong.deb"
echo 'int gdv_a; int walk_packet; int main(void) { return 0; }' >"$work/soft.c"
gcc -shared -Wl,-soname,libgdv.so.0 -Wl,-z,norelro "$work/soft.c" -o "$work/soft.so"
expect_refusal "what is not hardened is seen" 'lacks GNU_RELRO' hardened "$work/soft.so"
expect_refusal "a name that is not the library's own is seen" 'walk_packet' api_alone "$work/soft.so"
finish
