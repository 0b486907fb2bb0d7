import { Capabilities } from '../src/pod/capabilities';

/**
 * The facts about one capability of nodes. src/pod/capabilities.ts relies on these facts, and
 * docs/reference/limits.md lists them.
 */
interface CapabilityFact {
  /** The behaviour of a node with the capability, as one clause. */
  readonly means: string;
  /** The effect of the planned manifest on a node without the capability. */
  readonly without: string;
  readonly decidedBy: 'API server and kubelet' | 'kubelet' | 'container runtime' | 'controller manager';
  /** The source of the facts. */
  readonly source: string;
}

export const CAPABILITY_FACTS: Readonly<Record<keyof Capabilities, CapabilityFact>> = {
  nativeSidecars: {
    means: '`restartPolicy: Always` on an init container makes a native sidecar',
    without:
      'the API server drops the field: it rejects the pod if the sidecar has a probe or a hook, otherwise the ' +
      'pod waits for an init container that never exits',
    decidedBy: 'API server and kubelet',
    source: 'KEP-753, feature gate `SidecarContainers`: on by default in 1.29, GA in 1.33',
  },
  sleepAction: {
    means: 'a hook can use `sleep`, without a program in the image',
    without:
      'the API server drops the handler and rejects the pod; a kubelet with the gate disabled ends the hook ' +
      'immediately, as if the time had passed',
    decidedBy: 'API server and kubelet',
    source: 'KEP-3960, feature gate `PodLifecycleSleepAction`: on by default in ' + '1.30, GA in 1.34',
  },
  envFiles: {
    means:
      'an environment variable can come from a file in an emptyDir (`fileKeyRef`), and without that file the ' +
      'container is not created',
    without:
      'the kubelet ignores the variable and starts the container immediately; the API server drops the field ' +
      'and rejects the pod',
    decidedBy: 'API server and kubelet',
    source:
      'KEP-3721, feature gate `EnvFiles`: on by default in 1.35, the same in 1.37 ' +
      '(kubelet, kubelet_pods.go `FileKeyRef`)',
  },
  containerRestartRules: {
    means: 'a container can have its own `restartPolicy`, such as `Never` in a pod that restarts all others',
    without:
      'the API server drops the field or rejects the pod; a kubelet with the gate disabled restarts the ' +
      'container according to the `restartPolicy` of the pod',
    decidedBy: 'API server and kubelet',
    source: 'KEP-5307, feature gate `ContainerRestartRules`: on by default in 1.35, the ' + 'same in 1.37',
  },
  restartAllContainers: {
    means:
      'the exit of one container can restart all containers of its pod (`restartPolicyRules` with the action ' +
      '`RestartAllContainers`)',
    without:
      'the API server drops the rule or rejects the pod; a kubelet with the gate disabled restarts only that container',
    decidedBy: 'API server and kubelet',
    source:
      'KEP-5532, feature gate `RestartAllContainersOnContainerExits`: on by ' +
      'default in 1.36, the same in 1.37 (pkg/features/kube_features.go)',
  },
  imageVolumes: {
    means:
      'a volume can be an image (`image`), if the container runtime also supports image volumes, such as ' +
      'containerd from 2.1 on',
    without:
      'the API server drops the volume and its mounts, so the files of the image are missing. With a runtime ' +
      'without image volumes, the containers with the mount are not created',
    decidedBy: 'API server and kubelet',
    source:
      'KEP-4639, feature gate `ImageVolume`: on by default in 1.35, GA in 1.36 (pkg/features/kube_features.go); ' +
      'observed with containerd 2.1.9 on 1.37.1, and with 1.6.20, which has no image volumes (`CreateContainerError`)',
  },
  sidecarPortNames: {
    means: 'a Service finds the port of a native sidecar by its name (`targetPort: http`)',
    without:
      'the Service has no endpoint for that port: an error (SO916), if the app or the manifests contain the Service',
    decidedBy: 'controller manager',
    source:
      'kubernetes#128850, without a backport: k8s.io/endpointslice utils.go `FindPort` of 1.33.0 reads native ' +
      'sidecars, that of 1.32.1 does not',
  },
  serialStarts: {
    means:
      'the kubelet starts the app containers one after the other, in list order, and starts the next one when the ' +
      'postStart hook of the one before has completed',
    without:
      'the app containers start at the same time: their list order and the postStart hook of an app container hold ' +
      'no other container',
    decidedBy: 'kubelet',
    source:
      'kubelet 1.27–1.38.0-beta.0, kuberuntime_manager.go `SyncPod`: one loop over `ContainersToStart`. ' +
      'kubernetes/enhancements#6416 plans to start them at the same time (draft of November 2026: gate ' +
      '`KubeletParallelContainerOps`)',
  },
  hostVisibleEmptyDirs: {
    means: 'the kubelet can read the files that containers write into an emptyDir in memory',
    without:
      'the files stay inside the sandbox of the pod, so the kubelet never sees them, and the waiting container ' +
      'never starts',
    decidedBy: 'container runtime',
    source:
      'Kata Containers, katautils/create.go `SetEphemeralStorageType`: such an emptyDir is a tmpfs inside the ' +
      'guest, with any configuration. runsc 20240729 and 20260224, run by hand: the node sees the files, ' +
      'unless mount hints (annotations `dev.gvisor.spec.mount.*`) keep the emptyDir inside the sandbox',
  },
  sharedFileLocks: {
    means: 'a container sees the file locks of the other containers of its pod',
    without:
      'the agent takes a running container for an ended container: an order at shutdown and the wait for an exit ' +
      'open at once, and a gate that waits for a locked mark never opens',
    decidedBy: 'container runtime',
    source:
      'runsc 20240729 and 20260224, run by hand with two containers of a sandbox: each container mounts an ' +
      'emptyDir through a gofer of its own, so neither sees the locks of the other. With mount hints (annotations ' +
      '`dev.gvisor.spec.mount.*`, `share: pod`) both see them. Kata Containers, katautils/create.go ' +
      '`SetEphemeralStorageType`: one tmpfs for the pod inside the guest, so the locks hold; not run',
  },
};
