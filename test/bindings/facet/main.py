# StartupOrder.of on a workload of cdk8s-plus and on a plain API object; the plans as data.
from cdk8s import ApiObject, App, Chart, JsonPatch
from cdk8s_plus_27 import ContainerProps, Deployment
from cdk8s_startup_order import Dependency, ReadyCheck, StartupOrder

app = App()
chart = Chart(app, "shop")

web = Deployment(
    chart,
    "web",
    containers=[ContainerProps(name="api", image="shop/api:7"), ContainerProps(name="proxy", image="envoyproxy/envoy:v1.31.0")],
)
order = StartupOrder.of(web, kubernetes_version="1.35", architecture="amd64", sidecars=["proxy"])
order.declare("proxy", ready_when=ReadyCheck.tcp_socket(9901))

batch = ApiObject(chart, "batch", api_version="v1", kind="Pod")
batch.add_json_patch(
    JsonPatch.add("/spec", {"containers": [{"image": "shop/batch:7", "name": "batch"}, {"image": "redis:7", "name": "cache"}]})
)
StartupOrder.of(batch, kubernetes_version="1.35", architecture="amd64").declare("batch", depends_on=[Dependency.on("cache")])
StartupOrder.of(batch).declare("cache", ready_when=ReadyCheck.tcp_socket(6379))

app.synth()

for plan in StartupOrder.plan_all(app):
    for d in plan.dependencies:
        seconds = "no" if d.timeout is None else f"{d.timeout.to_seconds():g}"
        print(f"{plan.path}: {d.dependent} needs {d.dependency} {d.condition.value}, {d.mechanism.value}, {d.guarantee.value}, {seconds} s")
