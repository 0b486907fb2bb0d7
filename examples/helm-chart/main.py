# Orders a chart without a fork. `helm template shop chart >rendered.yaml` has rendered it, and one call on its Deployment starts the proxy first. The Service and the test Pod
# of the chart do not change.
from cdk8s import App, Chart, Include
from cdk8s_startup_order import StartupOrder

app = App()
chart = Chart(app, "helm-chart")

rendered = Include(chart, "shop", url="rendered.yaml")
deployment = next(o for o in rendered.api_objects if o.kind == "Deployment" and o.name == "shop")
StartupOrder.of(deployment, kubernetes_version="1.33", architecture="amd64", sidecars=["proxy"])

app.synth()
