# Stops a node. Needs only its name, so that the script also cleans up after a crash.

wait_until 20 "end of the processes of node '$name'" kill_cgroups
# A process that has just exited stays in the cgroup for a moment.
wait_until 10 "empty cgroups of node '$name'" remove_cgroups
rm -rf --one-file-system "$state"
rmdir "${state%/*}" 2>/dev/null || true # the last one
