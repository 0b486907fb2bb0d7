#!/usr/bin/env bash
# runc for a cgroup v2 without controllers: limits are taken out of what it is asked, since the files for them do not exist.
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
