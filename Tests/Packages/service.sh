#!/bin/sh
# Boots a root with the package under a real systemd, and has an ordinary user run the daemon as a service. Needs root,
# systemd-container and cgroups version 2 (mounted here if the machine still uses version 1).
# Usage: Tests/Packages/service.sh RELEASE PACKAGE.deb    (.build/roots/RELEASE.tar must be there: run.sh makes it)
set -eu
cd "$(dirname "$0")/../.."
release=$1
package=$(readlink -f "$2")
roots=$(pwd)/.build/roots
root=$roots/$release-service
rm -rf "$root"
mkdir -p "$root"
tar -C "$root" -xf "$roots/$release.tar"
mkdir -p "$root/packages"
cp "$package" "$root/packages/new.deb"
cp testdata/images/scam/*.png "$root/packages/"
cp Tests/Packages/booted.sh "$root/packages/"
cp /etc/resolv.conf "$root/etc/resolv.conf"
chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -euc '
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends systemd systemd-sysv dbus dbus-user-session libpam-systemd procps \
    /packages/new.deb >/dev/null 2>&1
  useradd --create-home user
  cat >/etc/systemd/system/trial.service <<UNIT
[Unit]
After=multi-user.target systemd-logind.service
[Service]
Type=oneshot
ExecStart=/bin/sh /packages/booted.sh
StandardOutput=file:/packages/log
StandardError=inherit
ExecStopPost=/bin/systemctl poweroff --no-block
TimeoutStartSec=300
UNIT
  mkdir -p /etc/systemd/system/default.target.wants
  ln -s ../trial.service /etc/systemd/system/default.target.wants/trial.service'

unshare --mount --propagation private sh -euc '
  if [ "$(stat -fc %T /sys/fs/cgroup)" != cgroup2fs ]; then
    umount -l /sys/fs/cgroup && mount -t cgroup2 cgroup2 /sys/fs/cgroup
    mkdir -p /sys/fs/cgroup/ocr-scan-trial
    echo $$ >/sys/fs/cgroup/ocr-scan-trial/cgroup.procs
  fi
  # The list of allowed calls in version 252 of this program lacks those that the programs use to confine themselves.
  timeout 400 systemd-nspawn --quiet --directory="$1" --register=no --keep-unit --console=read-only --boot \
    --system-call-filter="@sandbox" </dev/null >"$1.console" 2>&1' _ "$root" || true
cat "$root/packages/log"
[ -e "$root/packages/passed" ] || {
  echo "FAILED: the service on $release"
  exit 1
}
echo "passed: the service on $release"
