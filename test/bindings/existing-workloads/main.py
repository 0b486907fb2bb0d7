# StartupOrder.of and StartupOrderMixin on existing workloads, also on a plain API object; a mixin of the user on a whole chart; the plans as data.
import jsii
from cdk8s import ApiObject, App, Chart, JsonPatch
from cdk8s_plus_27 import ContainerProps, Deployment
from cdk8s_startup_order import ContainerOrder, ContainerRole, Dependency, ReadyCheck, StartupOrder, StartupOrderMixin
from constructs import IConstruct, IMixin


@jsii.implements(IMixin)
class ProxyFirst:
    """The proxy of every Deployment is ready before its app."""

    def supports(self, construct: IConstruct) -> bool:
        return ApiObject.is_api_object(construct) and construct.kind == "Deployment"

    def apply_to(self, construct: IConstruct) -> None:
        order = StartupOrder.of(construct, sidecars=["proxy"])
        order.declare("proxy", ready_when=ReadyCheck.http_get("/ready", port=9901))


def image(name: str) -> ContainerProps:
    return ContainerProps(name=name, image=f"shop/{name}:7")


app = App()
chart = Chart(app, "shop")

Deployment(chart, "web", containers=[image("app"), image("cache"), image("proxy")]).with_(
    StartupOrderMixin(
        kubernetes_version="1.33",
        containers={
            "app": ContainerOrder(depends_on=[Dependency.on("cache")]),
            "cache": ContainerOrder(ready_when=ReadyCheck.tcp_socket(6379), role=ContainerRole.SIDECAR),
        },
    )
)
worker = Deployment(chart, "worker", containers=[image("app"), image("proxy")])
StartupOrder.of(worker, kubernetes_version="1.35", architecture="amd64")
chart.with_(ProxyFirst())

batch = ApiObject(chart, "batch", api_version="v1", kind="Pod")
containers = [{"image": f"shop/{name}:7", "name": name} for name in ["batch", "cache"]]
batch.add_json_patch(JsonPatch.add("/spec", {"containers": containers}))
StartupOrder.of(batch, kubernetes_version="1.35", architecture="amd64").declare("batch", depends_on=[Dependency.on("cache")])
StartupOrder.of(batch).declare("cache", ready_when=ReadyCheck.tcp_socket(6379))

app.synth()

for plan in StartupOrder.plan_all(app):
    for d in plan.dependencies:
        seconds = "no" if d.timeout is None else f"{d.timeout.to_seconds():g}"
        print(f"{plan.path}: {d.dependent} needs {d.dependency} {d.condition.value}, {d.mechanism.value}, {d.guarantee.value}, {seconds} s")
