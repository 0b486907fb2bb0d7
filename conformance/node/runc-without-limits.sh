#!/usr/bin/env bash
# runc for a cgroup v2 without controllers: removes the limits from the request, because the files for limits do not exist.
set -euo pipefail

create=
for ((i = 1; i <= $#; i++)); do
  case ${!i} in
    create) create=1 ;;
    update) exit 0 ;;
    --bundle)
      j=$((i + 1))
      bundle=${!j}
      ;;
  esac
done
if [[ $create ]]; then
  config=$bundle/config.json
  jq 'del(.linux.resources | .cpu, .memory, .pids, .hugepageLimits, .blockIO, .unified)' "$config" >"$config.new"
  mv "$config.new" "$config"
fi
exec runc "$@"
