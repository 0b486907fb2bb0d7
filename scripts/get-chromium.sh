#!/usr/bin/env bash
# Prints the path of a chromium that draws without a screen, the only line on stdout. Where there is none, it installs Debian's, with a font.
#
# Why: the pictures of this library are looked at by the tests in a real browser. Debian's package is the one that its mirror vouches for;
# nothing is downloaded by a driver.
#
# Needs Debian, and root if a package is missing.
set -euo pipefail
exec 3>&1 1>&2 # from here on stdout is stderr, and 3 the real stdout

if ! command -v chromium-headless-shell >/dev/null && ! command -v chromium >/dev/null; then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 chromium-headless-shell fonts-dejavu-core
fi
browser=$(command -v chromium-headless-shell || command -v chromium)
[[ $("$browser" --no-sandbox --headless --dump-dom 'data:text/html,<p>ok</p>' 2>/dev/null) == *ok* ]] || { echo "$browser draws nothing"; exit 1; }
echo "$browser" >&3
