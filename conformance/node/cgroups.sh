# The cgroups of a node: one of the same name in each hierarchy of the machine. With a cgroup namespace it looks like the whole machine.
#
# cgroup v1 (also hybrid): all v1 hierarchies. cgroup v2: one group, and none of its controllers is used, since those of a machine that
# is v1 besides cannot be had; CONFORMANCE_CGROUPS=v2 asks for that on a hybrid machine. Limits are not enforced then; order needs none.

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

# Both versions at once, so that `down` finds what any `up` has made.
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

# Moves the calling shell.
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

# Of processes that have ended, too.
cgroup_cpu_microseconds() {
  local usage
  if [[ $cgroups == v1 ]]; then
    usage=$(<"/sys/fs/cgroup/cpuacct/$group/cpuacct.usage")
    echo $((usage / 1000))
  else
    sed -n 's/^usage_usec //p' "$cgroup2/$group/cpu.stat"
  fi
}

# KILL needs no manners here: everything that the node has written goes away with it.
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
