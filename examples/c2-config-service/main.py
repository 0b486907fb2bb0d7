# Waits for a service outside the pod: only status 200 ends the wait, and the wait has a timeout.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment

app = App()
chart = Chart(app, "c2-config-service")

OrderedDeployment(
    chart,
    "app",
    metadata=ApiObjectMetadata(name="app"),
    ordered_containers=[
        OrderedContainerProps(
            name="app",
            image="shop/app:7",
            depends_on=[
                Dependency.on_url(
                    "http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info",
                    statuses=[200],
                    timeout=Duration.minutes(5),
                ),
            ],
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
