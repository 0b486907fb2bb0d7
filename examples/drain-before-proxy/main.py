# At shutdown the app finishes its last requests through the proxy. Without an order both containers get SIGTERM at once, and these requests fail.
# Here the proxy is a native sidecar, which gets SIGTERM after the app has exited.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck

app = App()
chart = Chart(app, "drain-before-proxy")

OrderedDeployment(
    chart,
    "orders",
    metadata=ApiObjectMetadata(name="orders"),
    termination_grace_period=Duration.seconds(40),
    ordered_containers=[
        OrderedContainerProps(
            name="app",
            image="shop/orders:7",
            depends_on=[Dependency.on("proxy")],
            stops_within=Duration.seconds(30),
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="proxy",
            image="shop/db-proxy:3",
            ready_when=ReadyCheck.tcp_socket(5432),
            stops_within=Duration.seconds(5),
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
