case "$1" in
  a|b) echo a ;;
  *) f() { return 1; }; f || exit 1 ;;
esac
cat <<'EOF' | sh &
echo $X
EOF
wait $!
