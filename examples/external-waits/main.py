# A shop that waits for a certificate from cert-manager, two caches, and a licence server with a token and a certificate of a private authority. The waits run
# in init containers. Their ServiceAccount can read that certificate and list pods, and only they mount its token. No manifest and no argument contains the token for the licence server.
from cdk8s import App, Chart, Duration
from cdk8s_plus_27 import ConfigMap, ContainerResources, EnvValue, Secret, SecretValue
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment, StartupOrderOptions

app = App()
chart = Chart(app, "external-waits", namespace="shop", disable_resource_name_hashes=True)
licence = Secret.from_secret_name(chart, "licence", "licence")

OrderedDeployment(
    chart,
    "shop",
    startup_order=StartupOrderOptions(architecture="amd64", create_service_account=True),
    ordered_containers=[
        OrderedContainerProps(
            name="shop",
            image="shop/web:7",
            resources=ContainerResources(),
            depends_on=[
                Dependency.on_resource("certificates.cert-manager.io/shop-tls", condition="Ready", timeout=Duration.minutes(3)),
                Dependency.on_resource("pods", labels={"app.kubernetes.io/name": "cache"}, count=2, timeout=Duration.minutes(3)),
                Dependency.on_url(
                    "https://licence.internal/v1/ready",
                    headers={"Authorization": "Bearer $(LICENCE_TOKEN)"},
                    env={"LICENCE_TOKEN": EnvValue.from_secret_value(SecretValue(secret=licence, key="token"))},
                    authorities=ConfigMap.from_config_map_name(chart, "authorities", "house-authorities"),
                    contains='"status":"ready"',
                    timeout=Duration.minutes(3),
                ),
            ],
        ),
    ],
)

app.synth()
