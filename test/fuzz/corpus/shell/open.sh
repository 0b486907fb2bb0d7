echo "$(cat <<EOF
