#!/bin/sh
# Installs the package on bare Debian root file systems as an administrator would, uses it as an ordinary user,
# upgrades, removes and purges it. Needs root and some 4 GB below .build/roots. The package is built inside a root of
# the same release, with this machine's toolchain; lintian must be silent.
# Usage: Tests/Packages/run.sh RELEASE...    PACKAGE=FILE.deb: test this one on this machine's release, build none
set -eu
cd "$(dirname "$0")/../.."
project=$(pwd)
roots=$project/.build/roots
swift=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
failed=0

# Runs a command in a root with its own /proc, /dev and /tmp.
inside() { # ROOT COMMAND
  unshare --mount --pid --fork sh -eu -c '
    root=$1
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp"
    for shared in $3; do
      mkdir -p "$root/$shared"
      mount --bind "/$shared" "$root/$shared"
    done
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin:'"$swift"'/usr/bin HOME=/root LC_ALL=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive sh -eu -c "$2"' _ "$1" "$2" "${3-}"
}

fetch() { # RELEASE: a bare root, made once
  [ ! -e "$roots/$1.tar" ] || return 0
  mkdir -p "$roots"
  debootstrap --variant=minbase "$1" "$roots/$1" >"$roots/$1.log" 2>&1 || {
    tail -5 "$roots/$1.log" >&2
    return 1
  }
  tar -C "$roots/$1" -cf "$roots/$1.tar" .
}

fresh() { # RELEASE NAME: a copy of the bare root
  rm -rf "${roots:?}/$2"
  mkdir -p "$roots/$2"
  tar -C "$roots/$2" -xf "$roots/$1.tar"
}

build() { # RELEASE: the package, built from a clean copy of the sources
  fresh "$1" "$1-build"
  root=$roots/$1-build
  mkdir -p "$root/src" "$root/packages"
  git archive HEAD | tar -C "$root/src" -x
  # The packages that SwiftPM has fetched; nothing is downloaded twice.
  mkdir -p "$root/src/.build"
  cp -R .build/checkouts .build/repositories .build/workspace-state.json "$root/src/.build/"
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  # The toolchain's own dependencies (swift.org/install/linux); setup leaves them to whoever installs Swift.
  inside "$root" "apt-get update -qq
    apt-get install -y -qq --no-install-recommends make git ca-certificates binutils libc6-dev g++ \
      libcurl4 libxml2 libedit2 libsqlite3-0 libncurses6 zlib1g-dev tzdata >/dev/null
    export SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH
    cd /src && make deb && cp .build/deb/*.deb /packages/" "${swift#/}" >"$roots/$1-build.log" 2>&1 || {
    tail -20 "$roots/$1-build.log" >&2
    return 1
  }
  package=$(ls "$root"/packages/ocr-scan_*.deb)
  # With the checks of the release that the package is for.
  inside "$root" "lintian --allow-root --fail-on error,warning /packages/*.deb"
}

# The same package with a lower version, to upgrade from.
older() { # PACKAGE FOLDER
  rm -rf "$2" && mkdir -p "$2"
  dpkg-deb -R "$1" "$2/content"
  sed -i 's/^Version: /Version: 0.0~/' "$2/content/DEBIAN/control"
  dpkg-deb -Zgzip -b "$2/content" "$2/older.deb" >/dev/null
}

try() { # RELEASE PACKAGE
  fresh "$1" "$1-try"
  root=$roots/$1-try
  older "$2" "$root/packages"
  cp "$2" "$root/packages/new.deb"
  cp "$(dirname "$2")"/ocr-scan-window_*.deb "$root/packages/window.deb" 2>/dev/null || true # built without it
  cp testdata/images/scam/*.png "$root/packages/" 2>/dev/null || true
  cp Tests/Packages/inside.sh "$root/packages/"
  inside "$root" "sh -eu /packages/inside.sh"
  Tests/Packages/service.sh "$1" "$2"
}

for release in "${@:-bookworm}"; do
  echo "== Debian $release"
  if fetch "$release" && { [ -n "${PACKAGE-}" ] && package=$PACKAGE || build "$release"; } && try "$release" "$package"; then
    echo "passed: $release"
  else
    echo "FAILED: $release"
    failed=1
  fi
done
exit "$failed"
