sleep 5
