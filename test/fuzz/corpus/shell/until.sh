until nc -z "$HOST" 5432 2>/dev/null; do echo waiting >&2; sleep 1; done
