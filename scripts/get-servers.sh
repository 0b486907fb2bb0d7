#!/usr/bin/env bash
# Prints the root of a file system with real servers, the only line on stdout: packages of Debian trixie with everything
# that they need, unpacked and not installed. Commands run in it with chroot.
#
# Why: the tests of the protocols ask real servers. Needs Debian, and root. The folder stays in the user's cache folder.
set -euo pipefail
release=trixie
packages=(postgresql-17 pgbouncer redis-server valkey-server mariadb-server-core rabbitmq-server memcached slapd
  nats-server exim4-daemon-light coreutils dash sed grep mawk hostname debianutils procps)

cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
folder=$cache/servers-$release-$(sha256sum <"$0" | cut -c1-16)
if [[ ! -d $folder ]]; then
  exec 3>&1 1>&2 # from here on stdout is stderr, and 3 the real stdout
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/.servers-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  umask 022
  mkdir -p lists/partial cache/archives/partial root/{data,dev,proc,run,tmp}
  . /etc/os-release
  mirror=$(apt-get update --print-uris | sed -n "s|^'\(.*\)/dists/$VERSION_CODENAME/InRelease'.*|\1|p" | sed -n 1p)
  [[ $mirror ]] || { echo 'no Debian mirror found in the apt sources'; exit 1; }
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" >sources.list
  # apt assumes that no package is installed, so it downloads each package with all its dependencies.
  touch status
  apt=(apt-get -qqy -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State="$work"
    -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root
    -o APT::Update::Post-Invoke-Success= -o Acquire::Languages=none)
  "${apt[@]}" update
  "${apt[@]}" install --download-only --no-install-recommends "${packages[@]}"
  mkdir -p root/usr/{bin,sbin,lib,lib64}
  for link in bin sbin lib lib64; do ln -s "usr/$link" "root/$link"; done
  for package in cache/archives/*.deb; do dpkg -x "$package" root; done
  ln -sf dash root/usr/bin/sh
  ln -sf mawk root/usr/bin/awk
  printf '%s\n' root:x:0:0::/root:/bin/sh {server,Debian-exim}:x:999:999::/data:/bin/sh >root/etc/passwd
  printf '%s\n' root:x:0: {server,Debian-exim}:x:999: >root/etc/group
  # Without names of addresses MariaDB does not count the errors of a host.
  printf '%s\n' '127.0.0.1 localhost' '127.0.0.2 other' >root/etc/hosts
  rm -rf root/usr/share/{doc,man,locale}
  mv -T root "$folder"
  exec 1>&3
fi
echo "$folder"
