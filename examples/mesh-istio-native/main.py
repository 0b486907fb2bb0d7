# From Istio 1.24 on an annotation makes the proxy a native sidecar. The kubelet then starts the app when the proxy is ready, and init containers can also use the
# network through the proxy.
# For an older cluster, with nodes of Kubernetes 1.31.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources
from cdk8s_startup_order import Dependency, MeshOptions, OrderedContainerProps, OrderedDeployment, StartupOrderOptions

app = App()
chart = Chart(app, "mesh-istio-native")

OrderedDeployment(
    chart,
    "web",
    metadata=ApiObjectMetadata(name="web"),
    startup_order=StartupOrderOptions(kubernetes_version="1.31", architecture="amd64", mesh=MeshOptions(product="istio", version="1.26")),
    ordered_containers=[
        OrderedContainerProps(
            name="web",
            image="shop/web:7",
            depends_on=[Dependency.on_url("http://catalog.shop:8080/ready", timeout=Duration.minutes(5))],
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
