from cdk8s import App, Chart
from cdk8s_plus_27 import ContainerSecurityContextProps
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck, StartupOrderOptions

app = App()
web = OrderedDeployment(
    Chart(app, "web"),
    "web",
    startup_order=StartupOrderOptions(kubernetes_version="1.33"),
    containers=[
        OrderedContainerProps(name="app", image="shop/app:7", command=["/app"], depends_on=[Dependency.on("proxy")]),
        OrderedContainerProps(
            name="proxy",
            image="envoyproxy/envoy:v1.31.0",
            security_context=ContainerSecurityContextProps(user=101),
            ready_when=ReadyCheck.http_get("/ready", port=9901),
        ),
    ],
)
app.synth()

# Who starts when, who waits for whom and how, what is promised.
print(web.startup_order.explain())
