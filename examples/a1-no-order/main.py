# Three containers without a declared order: the kubelet starts them in list order without waiting, and nothing is injected.
from cdk8s import ApiObjectMetadata, App, Chart
from cdk8s_plus_27 import ContainerResources, PodSecurityContextProps
from cdk8s_startup_order import OrderedContainerProps, OrderedPod

app = App()
chart = Chart(app, "a1-no-order")

OrderedPod(
    chart,
    "pod",
    metadata=ApiObjectMetadata(name="multi-containers-example"),
    security_context=PodSecurityContextProps(user=65534),
    ordered_containers=[
        OrderedContainerProps(
            name=name,
            image="busybox:1.37",
            command=["sh", "-c", "date; sleep 3600"],
            resources=ContainerResources(),
        )
        for name in ["1st-container", "2nd-container", "app-container"]
    ],
)

app.synth()
