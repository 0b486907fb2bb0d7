#!/usr/bin/env bash
# Makes replacements of third-party images, under the same names, and prints the path of each archive on its own line.
# Usage: others.sh IMAGE...
#
#   registry.k8s.io/kubectl:v1.35.4    only kubectl, built from its modules
#   postgres:17                        PostgreSQL of Debian trixie; it supports the variables PGDATA and POSTGRES_PASSWORD
#   redis:7-alpine                     Redis of Debian bookworm
#   curlimages/curl:8.11.1             curl 8.14 of Debian trixie: no package contains 8.11.1
# These images contain the real programs in a different file system. The images of the presets of `Sidecar` contain presets.sh in place of the programs:
#   envoyproxy/envoy:v1.31.0           User, entrypoint and command of each image equal the real image. The script checks user, capabilities,
#   hashicorp/vault:1.20.0             writable paths and arguments as the real programs do. Then the script serves the endpoint of the ready check,
#   istio/proxyv2:1.27.3               or writes the files.
#   gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.3
#   registry.local/entrypoint:NAME     our own images with their own commands, all in one archive (entrypoints.sh)
# The script keeps each archive in the user's cache folder. It downloads and builds only the given images.
#
# Needs Go, and the requirements of the scripts that it calls.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order

# Sets the parts of IMAGE: `program`, a folder; `shell`, not empty if the image contains busybox; `config`, without PATH.
describe() {
  local postgres=usr/lib/postgresql/17
  shell=yes
  case $1 in
    registry.k8s.io/kubectl:v1.35.4)
      program=$("$here/../kubernetes/build.sh" 1.35.4 --only kubectl) shell= config='"Entrypoint":["/bin/kubectl"]' ;;
    postgres:17)
      program=$("$here/debian.sh" trixie postgresql-17 $postgres/bin/{initdb,pg_isready,postgres,psql} $postgres/lib/{dict_snowball,plpgsql}.so \
        usr/share/postgresql/17)
      config='"User":"999:999","Entrypoint":["docker-entrypoint.sh"],"Cmd":["postgres"]' ;;
    redis:7-alpine)
      program=$("$here/debian.sh" bookworm redis-server usr/bin/redis-{server,cli})
      config='"User":"999:999","WorkingDir":"/data","Cmd":["redis-server"]' ;;
    curlimages/curl:8.11.1)
      program=$("$here/debian.sh" trixie curl usr/bin/curl) config='"User":"100:101","Entrypoint":["curl"]' ;;
    envoyproxy/envoy:v1.31.0)
      program=presets config='"Entrypoint":["/docker-entrypoint.sh"],"Cmd":["envoy","-c","/etc/envoy/envoy.yaml"]' ;;
    hashicorp/vault:1.20.0)
      program=presets config='"Entrypoint":["docker-entrypoint.sh"],"Cmd":["server","-dev"]' ;;
    istio/proxyv2:1.27.3)
      program=presets config='"Entrypoint":["/usr/local/bin/pilot-agent"]' ;;
    gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.3)
      program=presets config='"User":"65532","Entrypoint":["/cloud-sql-proxy"]' ;;
    *) echo "others.sh knows no image '$1'" >&2; exit 2 ;;
  esac
}

install_preset() { # FILE...
  local file
  for file in "$@"; do install -D "$here/presets.sh" "$file"; done
}

users() { # USER, in addition to root
  mkdir -p root/etc
  printf '%s\n' root:x:0:0:root:/root:/bin/sh "$1::/:/bin/sh" >root/etc/passwd
  printf '%s\n' root:x:0: "${1%%:*}:x:${1##*:}:" >root/etc/group
}

# The root of the file system, without the files of busybox.
lay_out() { # IMAGE
  case $1 in
    *kubectl*) mkdir -p root/bin && cp "$program/kubectl" root/bin ;;
    envoyproxy/*)
      install_preset root/docker-entrypoint.sh root/usr/local/bin/envoy
      mkdir -p root/etc/envoy root/www && touch root/etc/envoy/envoy.yaml root/www/ready
      users envoy:x:101:101 ;;
    hashicorp/vault:*)
      install_preset root/usr/local/bin/docker-entrypoint.sh root/bin/vault
      mkdir -p root/vault/{config,logs,file}
      users vault:x:100:1000 ;;
    istio/proxyv2:*)
      install_preset root/usr/local/bin/pilot-agent
      mkdir -p root/etc/istio/proxy root/var/lib/istio/data root/www/healthz && touch root/www/healthz/ready
      users istio-proxy:x:1337:1337 ;;
    gcr.io/cloud-sql-connectors/*)
      install_preset root/cloud-sql-proxy
      mkdir root/www && touch root/www/startup ;;
    *) cp -a "$program" root ;;
  esac
  case $1 in
    postgres:*)
      mkdir -p root/etc root/usr/local/bin
      mkdir -p -m 1777 root/var/{lib,run}/postgresql
      ln -s ../../lib/postgresql/17/bin/{initdb,pg_isready,postgres,psql} root/usr/local/bin
      install "$here/postgres-entrypoint.sh" root/usr/local/bin/docker-entrypoint.sh
      # initdb looks up its own user.
      printf '%s\n' root:x:0:0:root:/root:/bin/sh postgres:x:999:999::/:/bin/sh nobody:x:65534:65534:nobody:/home:/bin/false >root/etc/passwd ;;
    redis:*) mkdir -m 1777 root/data ;;
  esac
}

make() { # IMAGE ARCHIVE, in a subshell
  work=$(mktemp -d "$cache/.images-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cd "$work"
  . "$here/archive.sh"
  lay_out "$1"
  layer root
  local name=$1
  [[ $name == *.*/* ]] || name=docker.io/$([[ $name == */* ]] || echo library/)$name
  if [[ $shell ]]; then
    busybox_layer "$busybox"
    image "$name" "{$path,$config}" busybox root
  else
    image "$name" "{$path,$config}" root
  fi
  write_archive "$2"
}

for image in "$@"; do
  if [[ $image == registry.local/entrypoint:* ]]; then
    "$here/entrypoints.sh"
    continue
  fi
  describe "$image"
  busybox=$("$here/../../scripts/build-busybox.sh")
  hash=$({ cat "$here"/{others,archive,postgres-entrypoint,presets}.sh "$busybox"; echo "$program"; } | sha256sum | cut -c1-16)
  archive=$cache/image-${image//[:\/]/-}-$hash.tar
  [[ -f $archive ]] || (make "$image" "$archive") >&2
  echo "$archive"
done
