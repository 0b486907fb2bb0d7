# Ends a node. Knows only its name, so that it also clears what a crash has left.

wait_until 20 "end of the processes of node '$name'" kill_cgroups
# A process that has just died still counts for a moment.
wait_until 10 "empty cgroups of node '$name'" remove_cgroups
rm -rf --one-file-system "$state"
rmdir "${state%/*}" 2>/dev/null || true # the last one
