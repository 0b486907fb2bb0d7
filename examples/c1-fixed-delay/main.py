# A fixed delay, without a sleep before the command of the app. Prefer a check if one is possible.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment

app = App()
chart = Chart(app, "c1-fixed-delay")

OrderedDeployment(
    chart,
    "app",
    metadata=ApiObjectMetadata(name="app"),
    ordered_containers=[
        OrderedContainerProps(
            name="app",
            image="shop/app:7",
            depends_on=[Dependency.on_delay(Duration.seconds(10))],
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
