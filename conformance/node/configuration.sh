# Writes the configuration of all daemons of a node into its state directory.

kubelet_minor=$(cut -d. -f2 <<<"$kubelet_version")
token=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')

cat >"$state/kubeconfig" <<EOF
apiVersion: v1
kind: Config
clusters: [{name: node, cluster: {server: "https://127.0.0.1", insecure-skip-tls-verify: true}}]
users: [{name: admin, user: {token: $token}}]
contexts: [{name: node, context: {cluster: node, user: admin}}]
current-context: node
EOF
chmod 600 "$state/kubeconfig"
echo "$token,admin,1,system:masters" >"$state/tokens"
node -e 'process.stdout.write(crypto.generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" }))' \
  >"$state/service-account.key"

cat >"$state/containerd.toml" <<EOF
version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
oom_score = 0
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "registry.local/pause:1"
  restrict_oom_score_adj = true # lowering it needs CAP_SYS_RESOURCE, which root in a container often lacks
  disable_apparmor = true
[plugins."io.containerd.grpc.v1.cri".cni]
  bin_dir = "$runtime/usr/lib/cni"
  conf_dir = "$state/cni"
[plugins."io.containerd.grpc.v1.cri".containerd]
  snapshotter = "overlayfs"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
  runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
  SystemdCgroup = false
  BinaryName = "$(if [[ $cgroups == v2 ]]; then echo "$here/runc-without-limits.sh"; else echo "$runtime/usr/sbin/runc"; fi)"
EOF

if [[ $gvisor ]]; then
  cat >>"$state/containerd.toml" <<EOF
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runsc]
  runtime_type = "io.containerd.runsc.v1"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runsc.options]
  TypeUrl = "io.containerd.runsc.v1.options"
  ConfigPath = "$state/runsc.toml"
EOF
  echo '[runsc_config]' >"$state/runsc.toml"
  echo '{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: gvisor}, handler: runsc}' >"$state/runtime-class.yaml"
fi

# Enough addresses that no address is used twice: for some seconds the node would still send packets to the previous pod, and probes would fail.
mkdir "$state/cni"
cat >"$state/cni/node.conflist" <<EOF
{"cniVersion": "1.0.0", "name": "node", "plugins": [{
  "type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": false,
  "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.244.0.0/16"}]], "routes": [{"dst": "0.0.0.0/0"}]}
}]}
EOF

cat >"$state/kubelet.yaml" <<EOF
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
address: 0.0.0.0
healthzBindAddress: 127.0.0.1
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
staticPodPath: $state/manifests
$(if ((kubelet_minor >= 31)); then echo 'failCgroupV1: false'; fi)
$(if [[ $cgroups == v2 ]]; then echo 'cgroupsPerQOS: false'; fi)
enforceNodeAllocatable: []
failSwapOn: false
makeIPTablesUtilChains: false
oomScoreAdj: 0
resolvConf: ""
clusterDNS: [192.0.2.1] # no server has this address; without an address each pod gets a warning
clusterDomain: cluster.local
volumePluginDir: /var/lib/kubelet/plugins
enableControllerAttachDetach: false
# The node cannot pull the images again.
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
evictionHard: {memory.available: 50Mi, nodefs.available: 1%, nodefs.inodesFree: 1%, imagefs.available: 1%, imagefs.inodesFree: 1%}
EOF
