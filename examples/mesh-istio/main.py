# Istio injects its proxy, and the app uses the network before the proxy is ready. With an annotation Istio delays the app; the annotation is YAML and may already contain
# other settings. The API is outside the pod; the app itself waits for it, through the mesh.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources
from cdk8s_startup_order import Dependency, MeshOptions, OrderedContainerProps, OrderedDeployment, StartupOrderOptions

app = App()
chart = Chart(app, "mesh-istio")

OrderedDeployment(
    chart,
    "web",
    metadata=ApiObjectMetadata(name="web"),
    pod_metadata=ApiObjectMetadata(annotations={"proxy.istio.io/config": "# set by the shop team\nconcurrency: 2\n"}),
    startup_order=StartupOrderOptions(kubernetes_version="1.28", architecture="amd64", mesh=MeshOptions(product="istio", version="1.23")),
    ordered_containers=[
        OrderedContainerProps(
            name="web",
            image="shop/web:7",
            command=["/web"],
            depends_on=[Dependency.on_url("http://catalog.shop:8080/ready", timeout=Duration.minutes(5))],
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
