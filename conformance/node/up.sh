# Starts a node of one version of Kubernetes: VERSION [KUBELET] [--newest-containerd] [--gvisor] [--with-peers] [--image=IMAGE]...
version=${1:?the version of Kubernetes} kubelet_version=$1 containerd=() gvisor= peers=() others=()
for word in "${@:2}"; do
  case $word in
    --newest-containerd) containerd=(newest) ;;
    --gvisor) gvisor=yes ;;
    --with-peers) peers=(--with-peers) ;;
    --image=*) others+=("${word#*=}") ;;
    [0-9]*) kubelet_version=$word ;;
    *) fail "node.sh up does not know '$word'" ;;
  esac
done

owner=$state/owner
if [[ -f $owner && $(<"$owner") == "$(ps_start "$(cut -d' ' -f1 "$owner")")" ]]; then
  fail "node '$name' is in use by process $(cut -d' ' -f1 "$owner")"
fi

binaries=$("$here/../kubernetes/build.sh" "$version" --only kubernetes)
# KUBELET_FOLDER contains a program `kubernetes` with a kubelet that this suite cannot build.
kubelet_binaries=${KUBELET_FOLDER:-$("$here/../kubernetes/build.sh" "$kubelet_version" --only kubernetes)}
runtime=$("$here/runtime.sh" "${containerd[@]}")
[[ ! $gvisor ]] || gvisor=$("$here/gvisor.sh")
images=$("$here/../images/build.sh" "${peers[@]}")
images+=" $("$here/../images/others.sh" "${others[@]}" | sort -u)"

. "$here/down.sh" # cleans up after a crash
give_up() {
  trap '' INT TERM
  tail -n 3 "$state"/log/*.log 2>/dev/null >&2 || true
  . "$here/down.sh"
}
trap give_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir -p "$state/log/pods" "$state/manifests"
if [[ ${NODE_OWNER:-} ]]; then ps_start "$NODE_OWNER" >"$owner"; fi
echo "$kubelet_binaries" >"$state/kubelet-binaries"
echo "$binaries:${gvisor:+$gvisor:}$runtime/usr/bin:$runtime/usr/sbin" >"$state/path"
. "$here/configuration.sh"

make_cgroups
start_holder
in_node bash "$here/setup.sh" "$state" "$cgroups" "$address" "$api_address"

start etcd kubernetes etcd --data-dir=/var/lib/etcd --unsafe-no-fsync --log-level=warn
start containerd containerd --config "$state/containerd.toml"
start kube-apiserver kubernetes kube-apiserver --etcd-servers=http://127.0.0.1:2379 --cert-dir=/run/kube-apiserver --advertise-address="$address" \
  --secure-port=443 --service-cluster-ip-range="$api_address/16" --authorization-mode=RBAC --token-auth-file="$state/tokens" --allow-privileged \
  --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$state/service-account.key" \
  --service-account-signing-key-file="$state/service-account.key" --kubelet-preferred-address-types=InternalIP --v=2
wait_until 30 containerd in_node ctr version
for archive in $images; do in_node ctr -n k8s.io image import "$archive" >/dev/null; done
wait_until 60 kube-apiserver in_node kubernetes kubectl get --raw /readyz

if [[ $gvisor ]]; then in_node kubernetes kubectl create -f "$state/runtime-class.yaml" >/dev/null; fi
start_kubelet
start kube-controller-manager kubernetes kube-controller-manager --kubeconfig="$state/kubeconfig" --leader-elect=false \
  --service-account-private-key-file="$state/service-account.key" --root-ca-file=/run/kube-apiserver/apiserver.crt --node-monitor-period=1s --v=2
start kube-scheduler kubernetes kube-scheduler --kubeconfig="$state/kubeconfig" --leader-elect=false --v=2
start kubectl-proxy kubernetes kubectl proxy --unix-socket="$state/api.sock"

# Ready, and without the taint of a new node: the scheduler then assigns pods to the node.
schedulable() {
  local node
  node=$(in_node kubernetes kubectl get node node -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}:{.spec.taints}')
  [[ $node == True: ]]
}
wait_until 60 'schedulable node' schedulable
wait_until 10 'kubectl proxy' test -S "$state/api.sock"
trap - EXIT INT TERM
