set -euo pipefail
while [ "$(curl -s -o /dev/null -w '%{http_code}' http://localhost:8080/ready)" != 200 ]; do sleep 2; done && exec /app "$@"
