from cdk8s import App, Chart
from cdk8s_plus_27 import ContainerSecurityContextProps
from cdk8s_startup_order import OrderedContainerProps, ReadyCheck, SidecarFirstDeployment

app = App()
web = SidecarFirstDeployment(
    Chart(app, "web"),
    "web",
    sidecars=[
        OrderedContainerProps(
            name="proxy",
            image="envoyproxy/envoy:v1.31.0",
            security_context=ContainerSecurityContextProps(user=101),
            ready_when=ReadyCheck.http_get("/ready", port=9901),
        ),
    ],
    ordered_containers=[OrderedContainerProps(name="app", image="shop/app:7", command=["/app"])],
)
app.synth()

# The start order, how it is enforced, and what it guarantees.
print(web.startup_order.explain())
