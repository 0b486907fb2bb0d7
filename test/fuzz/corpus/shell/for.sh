for i in $(seq 1 30); do
  if pg_isready -h ${HOST:-db} -p "${PORT:=5432}"; then break; fi
  sleep $((i * 2))
done
