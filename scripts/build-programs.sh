# Sourced by scripts that test with real programs. Builds each NAME=PACKAGE from the Go module conformance/programs, or
# from conformance/programs/NAME, and exports its path as STARTUP_ORDER_NAME. kompose and krew have their own modules:
# they import packages that newer modules of Kubernetes do not contain. Needs Go 1.26. The binaries are kept in the
# user's cache folder under the hash of their inputs. Each go.sum contains only the checksums that the build needs:
# `rm go.sum && go list -mod=mod -deps -tags ferretdb_no_sqlite,ferretdb_no_mysql tool ./...` writes them.
export CGO_ENABLED=0 GOFLAGS='' GOWORK=off

build_programs() { # NAME=PACKAGE...
  local bin=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order/programs pair name package module hash program variable
  mkdir -p "$bin"
  for pair in "$@"; do
    name=${pair%%=*} package=${pair#*=} module=conformance/programs
    [[ ! -f $module/$name/go.mod ]] || module+=/$name
    hash=$(cd "$module" && shopt -s nullglob && { go version; sort go.mod go.sum */*.go; } | sha256sum)
    program=$bin/$name-${hash::16}
    if [[ ! -x $program ]]; then
      (
        cd "$module" &&
          nice -n 10 go build -mod=readonly -trimpath -buildvcs=false -ldflags='-s -w' -o "$program.$$" "$package"
      )
      mv "$program.$$" "$program"
    fi
    variable=STARTUP_ORDER_$(echo "$name" | tr 'a-z-' 'A-Z_')
    export "$variable=$program"
  done
}
