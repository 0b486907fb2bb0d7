# Runs inside the namespaces of a node, once: gives it file systems, cgroup mounts and a network of its own.
# Arguments: state directory, cgroup version, address, address of the Service `kubernetes`.
set -euo pipefail
state=$1 cgroups=$2 address=$3 api_address=$4

mount --make-rprivate /

# What daemons write goes to memory and vanishes with the namespace: sockets of shims, network namespaces, images, volumes, etcd.
mkdir "$state/run"
mount -t tmpfs tmpfs "$state/run"
mkdir -p "$state$state"
mount --bind "$state" "$state$state"
mount -n --move "$state/run" /run # -n: the new /run has no place for its table yet
mount -t tmpfs tmpfs /var/lib
# As on hardened nodes, where what lies in a volume on the node's disk cannot be executed: every story proves that nothing relies on it.
mkdir /var/lib/kubelet
mount -t tmpfs -o noexec tmpfs /var/lib/kubelet
mount --bind "$state/log" /var/log

# The kubelet sets these, and they are the machine's. It finds what it wants and writes nothing.
sysctl() {
  mkdir -p "$state/sysctl"
  echo "$2" >"$state/sysctl/${1//\//.}"
  mount --bind "$state/sysctl/${1//\//.}" "/proc/sys/$1"
}
sysctl vm/overcommit_memory 1
sysctl vm/panic_on_oom 0
sysctl kernel/panic 10
sysctl kernel/panic_on_oops 1
sysctl kernel/keys/root_maxkeys 1000000
sysctl kernel/keys/root_maxbytes 25000000

if [[ $cgroups == v1 ]]; then
  hierarchies=()
  while IFS=: read -r _ controllers _; do
    if [[ $controllers ]] && mountpoint -q "/sys/fs/cgroup/${controllers#name=}"; then hierarchies+=("$controllers"); fi
  done </proc/self/cgroup
  umount -l /sys/fs/cgroup
  mount -t tmpfs tmpfs /sys/fs/cgroup
  for controllers in "${hierarchies[@]}"; do
    directory=${controllers#name=}
    mkdir "/sys/fs/cgroup/$directory"
    if [[ $controllers == name=* ]]; then options=none,$controllers; else options=$controllers; fi
    mount -t cgroup -o "$options" cgroup "/sys/fs/cgroup/$directory"
    for controller in ${directory//,/ }; do
      [[ $controller == "$directory" ]] || ln -s "$directory" "/sys/fs/cgroup/$controller"
    done
  done
else
  umount -l /sys/fs/cgroup
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
fi

# The kubelet wants a default route and an address that is not loopback's. Both ends of the cable are in here: there is no way out.
hostname node
ip link set lo up
# There is no kube-proxy: that Service's address is the node's own, and pods find the API server there, on port 443.
ip address add "$api_address/32" dev lo
ip link add eth0 type veth peer name peer0
ip link set peer0 up
ip link set eth0 up
ip address add "$address/24" dev eth0
ip route add default dev eth0
echo 1 >/proc/sys/net/ipv4/ip_forward
