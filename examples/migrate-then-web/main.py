# A replica of the shop may start only after the migration, and the migration only when the database is up. With `depends_on` in compose that takes three lines;
# in Kubernetes the pods crash. Here an init container of the migration asks PostgreSQL itself, and an init container of the shop waits for the Job. If the migration fails, the log of
# `wait-for-migrate` contains the failure, and the pods of the shop keep waiting.
from cdk8s import App, Chart, Duration
from cdk8s_plus_27 import ContainerResources
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment, OrderedJob, Protocol, StartupOrderOptions

app = App()
chart = Chart(app, "migrate-then-web", namespace="shop", disable_resource_name_hashes=True)

database = Dependency.on_server(Protocol.POSTGRESQL, "postgres.data", timeout=Duration.minutes(5))

migrate = OrderedJob(
    chart,
    "migrate",
    startup_order=StartupOrderOptions(architecture="amd64"),
    ordered_containers=[
        OrderedContainerProps(
            name="migrate",
            image="shop/migrate:7",
            depends_on=[database],
            resources=ContainerResources(),
        ),
    ],
)

OrderedDeployment(
    chart,
    "web",
    startup_order=StartupOrderOptions(architecture="amd64", create_service_account=True),
    ordered_containers=[
        OrderedContainerProps(
            name="web",
            image="shop/web:7",
            depends_on=[Dependency.on_job(migrate, timeout=Duration.minutes(9))],
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
