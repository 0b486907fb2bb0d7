# Runs inside the namespaces of a node, once: creates its own file systems, cgroup mounts and network.
# Arguments: state directory, cgroup version, address, address of the Service `kubernetes`.
set -euo pipefail
state=$1 cgroups=$2 address=$3 api_address=$4

mount --make-rprivate /

# Daemons write to memory that is freed with the namespace: sockets of shims, network namespaces, images, volumes, etcd.
mkdir "$state/run"
mount -t tmpfs tmpfs "$state/run"
mkdir -p "$state$state"
mount --bind "$state" "$state$state"
mount -n --move "$state/run" /run # -n: the new /run cannot contain the mount table yet
mount -t tmpfs tmpfs /var/lib
# As on hardened nodes, programs in volumes on the disk of the node cannot be executed: no story needs an executable disk.
mkdir /var/lib/kubelet
mount -t tmpfs -o noexec tmpfs /var/lib/kubelet
mount --bind "$state/log" /var/log

# The kubelet would set these sysctls of the machine. It finds the values that it needs, and writes nothing.
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
# In a user namespace a container may mount /proc only where the node has a /proc without mounts on it.
mkdir /run/proc
mount -t proc proc /run/proc

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

# The kubelet needs a default route and an address other than loopback. Both ends of the veth pair are in this namespace: there is no route out.
hostname node
ip link set lo up
# There is no kube-proxy: the address of the Service belongs to the node, and pods reach the API server there, on port 443.
ip address add "$api_address/32" dev lo
ip link add eth0 type veth peer name peer0
ip link set peer0 up
ip link set eth0 up
ip address add "$address/24" dev eth0
ip route add default dev eth0
echo 1 >/proc/sys/net/ipv4/ip_forward
