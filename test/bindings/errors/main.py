# Errors with their full text: two containers of one name, as soon as the workload is constructed, and a misspelt name at synth.
from cdk8s import App, Chart
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck

app = App()

try:
    OrderedDeployment(
        Chart(App(), "shop"),
        "web",
        ordered_containers=[OrderedContainerProps(image="shop/api:7"), OrderedContainerProps(image="envoyproxy/envoy:v1.31.0")],
    )
except RuntimeError as error:
    print(error)
OrderedDeployment(
    Chart(app, "shop"),
    "web",
    ordered_containers=[
        OrderedContainerProps(name="api", image="shop/api:7", depends_on=[Dependency.on("databse")]),
        OrderedContainerProps(name="database", image="postgres:17", ready_when=ReadyCheck.tcp_socket(5432)),
    ],
)

app.synth()
