# The cgroups of a node: a group with the name of the node in each hierarchy of the machine. In its cgroup namespace, the node sees this group as the root.
#
# cgroup v1 (also hybrid): all v1 hierarchies. cgroup v2: one group without controllers, because on a hybrid machine v1 uses the controllers.
# CONFORMANCE_CGROUPS=v2 selects cgroup v2 on a hybrid machine. Limits are then not enforced; the tests of the start order need no limits.

if [[ $(stat -fc %T /sys/fs/cgroup) == cgroup2fs ]]; then
  cgroups=v2 cgroup2=/sys/fs/cgroup
else
  cgroups=${CONFORMANCE_CGROUPS:-v1} cgroup2=/sys/fs/cgroup/unified
fi

# The directory of each hierarchy, such as `memory` or `cpu,cpuacct`, below /sys/fs/cgroup.
v1_hierarchies() {
  local controllers
  while IFS=: read -r _ controllers _; do
    controllers=${controllers#name=}
    if [[ $controllers ]] && mountpoint -q "/sys/fs/cgroup/$controllers"; then echo "$controllers"; fi
  done </proc/self/cgroup
}

# Both versions, so that `down` finds the groups of each `up`.
all_cgroups() {
  local hierarchy
  for hierarchy in $(v1_hierarchies); do echo "/sys/fs/cgroup/$hierarchy/$group"; done
  if [[ -f $cgroup2/cgroup.procs ]]; then echo "$cgroup2/$group"; fi
}

make_cgroups() {
  local dir file
  for dir in $(all_cgroups); do
    [[ $cgroups == v1 || $dir == "$cgroup2"/* ]] || continue
    mkdir "$dir"
    # A new cpuset is empty, and nothing can run in it.
    for file in cpuset.cpus cpuset.mems; do
      if [[ -f $dir/$file && $cgroups == v1 ]]; then cat "${dir%/*}/$file" >"$dir/$file"; fi
    done
  done
}

# Moves the calling shell into the cgroups.
enter_cgroups() {
  local dir
  for dir in $(all_cgroups); do
    if [[ -d $dir ]]; then echo 0 >"$dir/cgroup.procs"; fi
  done
}

cgroup_pids() {
  local dir
  for dir in $(all_cgroups); do
    if [[ -d $dir ]]; then find "$dir" -name cgroup.procs -exec cat {} + 2>/dev/null || true; fi
  done | sort -nu
}

# Includes processes that have exited.
cgroup_cpu_microseconds() {
  local usage
  if [[ $cgroups == v1 ]]; then
    usage=$(<"/sys/fs/cgroup/cpuacct/$group/cpuacct.usage")
    echo $((usage / 1000))
  else
    sed -n 's/^usage_usec //p' "$cgroup2/$group/cpu.stat"
  fi
}

# SIGKILL is sufficient: the node writes only to memory that is freed with it.
kill_cgroups() {
  local pids
  pids=$(cgroup_pids)
  [[ $pids ]] || return 0
  kill -KILL $pids 2>/dev/null || true
  return 1
}

remove_cgroups() {
  local dir
  for dir in $(all_cgroups); do
    if [[ -d $dir ]]; then find "$dir" -depth -type d -exec rmdir {} + || return 1; fi
  done
}
