# Two containers of one name are an error as soon as the workload is constructed.
from cdk8s import App, Chart
from cdk8s_startup_order import OrderedContainerProps, OrderedDeployment

app = App()
chart = Chart(app, "shop")

OrderedDeployment(
    chart,
    "web",
    ordered_containers=[OrderedContainerProps(image="shop/api:7"), OrderedContainerProps(image="envoyproxy/envoy:v1.31.0")],
)

app.synth()
