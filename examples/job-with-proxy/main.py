# A report runs once and ends, but its database proxy never ends. Without an order the report starts before the proxy listens, and the Job never completes.
# Here the proxy is a native sidecar: the report starts when the port of the proxy accepts connections, and the kubelet ends the proxy after the report.
from cdk8s import ApiObjectMetadata, App, Chart
from cdk8s_plus_27 import ContainerResources, RestartPolicy
from cdk8s_startup_order import ContainerRole, Dependency, OrderedContainerProps, OrderedJob, ReadyCheck

app = App()
chart = Chart(app, "job-with-proxy")

OrderedJob(
    chart,
    "report",
    metadata=ApiObjectMetadata(name="report"),
    restart_policy=RestartPolicy.NEVER,
    backoff_limit=0,
    ordered_containers=[
        OrderedContainerProps(
            name="report",
            image="shop/report:7",
            depends_on=[Dependency.on("proxy")],
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="proxy",
            image="shop/db-proxy:3",
            role=ContainerRole.SIDECAR,
            ready_when=ReadyCheck.tcp_socket(5432),
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
