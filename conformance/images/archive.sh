# Sourced: makes archives of images without a registry and without an image builder, for `ctr -n k8s.io image import`. Equal inputs give equal bytes.
# Works in the working directory: `layer` for each layer, `image` for each image, then `write_archive`.

umask 022
mkdir archive
declare -A digest
manifest=
path='"Env":["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]'

reproducible_tar() { # DIRECTORY ENTRY...
  tar -C "$1" -c --sort=name --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner "${@:2}"
}

layer() { # DIRECTORY: the name of the layer; its content is the root of a file system
  reproducible_tar "$1" . >"archive/$1.tar"
  digest[$1]=$(sha256sum "archive/$1.tar" | cut -d' ' -f1)
}

busybox_layer() { # BUSYBOX: the program, its applets, and the files that most programs expect
  mkdir -p busybox/{bin,etc,root,usr/bin}
  mkdir -m 1777 busybox/tmp
  cp "$1" busybox/bin/busybox
  local applet
  for applet in $("$1" --list); do
    [[ $applet == busybox ]] || ln busybox/bin/busybox "busybox/bin/$applet"
  done
  ln -s ../../bin/env busybox/usr/bin/env
  printf '%s\n' root:x:0:0:root:/root:/bin/sh nobody:x:65534:65534:nobody:/home:/bin/false >busybox/etc/passwd
  printf '%s\n' root:x:0: nobody:x:65534: >busybox/etc/group
  layer busybox
}

image() { # TAG CONFIG LAYER...
  local tag=$1 config=$2 diff_ids=() layers=() architecture id
  for layer in "${@:3}"; do
    diff_ids+=("\"sha256:${digest[$layer]}\"")
    layers+=("\"$layer.tar\"")
  done
  architecture=$(go env GOARCH)
  local IFS=,
  printf '{"architecture":"%s","os":"linux","created":"1970-01-01T00:00:00Z","config":%s,"rootfs":{"type":"layers","diff_ids":[%s]}}' \
    "$architecture" "$config" "${diff_ids[*]}" >config.json
  id=$(sha256sum config.json | cut -d' ' -f1)
  mv config.json "archive/$id.json"
  manifest+="${manifest:+,}{\"Config\":\"$id.json\",\"RepoTags\":[\"$tag\"],\"Layers\":[${layers[*]}]}"
}

write_archive() { # FILE
  echo "[$manifest]" >archive/manifest.json
  reproducible_tar archive . >archive.tar
  mv archive.tar "$1"
}
