#!/usr/bin/env bash
# Prints the path of a headless Chromium, the only line on stdout. If there is no Chromium, installs the package of
# Debian, with a font.
#
# Why: the tests check the pictures of this library in a real browser. The package comes from the mirror of Debian, not
# from the download of a driver.
#
# Needs Debian, and root if a package is missing.
set -euo pipefail
exec 3>&1 1>&2 # from here on stdout is stderr, and 3 the real stdout

if ! command -v chromium-headless-shell >/dev/null && ! command -v chromium >/dev/null; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 \
    chromium-headless-shell fonts-dejavu-core
fi
browser=$(command -v chromium-headless-shell || command -v chromium)
page=$("$browser" --no-sandbox --headless --dump-dom 'data:text/html,<p>ok</p>' 2>/dev/null || true)
[[ $page == *ok* ]] || { echo "$browser draws nothing"; exit 1; }
echo "$browser" >&3
