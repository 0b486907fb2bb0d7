# Sourced by scripts that test with real programs. Builds the program of each folder from its Go module, and exports its
# path as STARTUP_ORDER_NAME. Needs Go 1.26. The binaries are kept in the user's cache folder under the hash of their
# inputs. Each go.sum contains only the checksums that the build needs:
# `rm go.sum && go list -mod=mod -deps PACKAGE` writes them.
export CGO_ENABLED=0 GOFLAGS='' GOWORK=off

build_programs() {
  local bin=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order/programs folder name hash program package variable
  mkdir -p "$bin"
  for folder in "$@"; do
    name=$(basename "$folder")
    hash=$(cd "$folder" && shopt -s nullglob && { go version; sort go.mod go.sum *.go; } | sha256sum)
    program=$bin/$name-${hash::16}
    if [[ ! -x $program ]]; then
      package=$(sed -n 's/^tool //p' "$folder/go.mod")
      (cd "$folder" && nice -n 10 go build -mod=readonly -trimpath -buildvcs=false -ldflags='-s -w' \
        -o "$program.$$" "${package:-.}")
      mv "$program.$$" "$program"
    fi
    variable=STARTUP_ORDER_$(echo "$name" | tr 'a-z-' 'A-Z_')
    export "$variable=$program"
  done
}
