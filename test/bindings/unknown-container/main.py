# A misspelt name is an error at synth.
from cdk8s import App, Chart
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck

app = App()
chart = Chart(app, "shop")

OrderedDeployment(
    chart,
    "web",
    ordered_containers=[
        OrderedContainerProps(name="api", image="shop/api:7", depends_on=[Dependency.on("databse")]),
        OrderedContainerProps(name="database", image="postgres:17", ready_when=ReadyCheck.tcp_socket(5432)),
    ],
)

app.synth()
