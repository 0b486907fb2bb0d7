// A cluster that can reach only one registry, which mirrors other images. The wait agent needs no image. `agent.registry` is the prefix of
// the images for some checks, such as kubectl.
import io.github.cdk8s_startup_order.AgentOptions;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.ExternalDependencyOptions;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.Protocol;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.ResourceDependencyOptions;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.ChartProps;
import org.cdk8s.Duration;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.ContainerSecurityContextProps;
import org.cdk8s.plus27.ImagePullPolicy;
import org.cdk8s.plus27.Secret;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "air-gap", ChartProps.builder().namespace("shop").build());

        // The same for all workloads.
        StartupOrderOptions startupOrder = StartupOrderOptions.builder()
            .architecture("amd64")
            .createServiceAccount(true)
            .agent(AgentOptions.builder().registry("registry.example.com/mirror").build())
            .build();

        OrderedDeployment.Builder.create(chart, "web")
            .metadata(ApiObjectMetadata.builder().name("web").build())
            .startupOrder(startupOrder)
            .dockerRegistryAuth(Secret.fromSecretName(chart, "registry", "registry-credentials"))
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("web")
                    .image("registry.example.com/shop/web:7")
                    .imagePullPolicy(ImagePullPolicy.IF_NOT_PRESENT)
                    .command(List.of("/web"))
                    .dependsOn(List.of(
                        Dependency.on("cache"),
                        Dependency.onServer(
                            Protocol.POSTGRESQL, "postgres.data", ExternalDependencyOptions.builder().timeout(Duration.minutes(4)).build()),
                        Dependency.onResource(
                            "certificates.cert-manager.io/shop-tls",
                            ResourceDependencyOptions.builder().condition("Ready").timeout(Duration.minutes(4)).build())))
                    .resources(ContainerResources.builder().build())
                    .build(),
                OrderedContainerProps.builder()
                    .name("cache")
                    .image("registry.example.com/mirror/redis:7")
                    .imagePullPolicy(ImagePullPolicy.IF_NOT_PRESENT)
                    .securityContext(ContainerSecurityContextProps.builder().user(999).build())
                    .readyWhen(ReadyCheck.tcpSocket(6379))
                    .resources(ContainerResources.builder().build())
                    .build()))
            .build();

        app.synth();
    }
}
