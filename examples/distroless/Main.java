// The images contain no shell, and the command of the API comes from its image. The wait agent is a static binary in a volume, so it runs in every image.
import io.github.cdk8s_startup_order.ContainerRole;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.ReadyCheckOptions;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.Volume;
import org.cdk8s.plus27.VolumeMount;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "distroless");
        List<VolumeMount> volumeMounts = List.of(
            VolumeMount.builder().path("/config").volume(Volume.fromEmptyDir(chart, "config", "config")).build());

        OrderedDeployment.Builder.create(chart, "api")
            .metadata(ApiObjectMetadata.builder().name("api").build())
            .startupOrder(StartupOrderOptions.builder().architecture("amd64").build())
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("api")
                    .image("shop/api:7-distroless")
                    .volumeMounts(volumeMounts)
                    .dependsOn(List.of(Dependency.on("config"), Dependency.on("cloud-sql-proxy")))
                    .resources(ContainerResources.builder().build())
                    .build(),
                OrderedContainerProps.builder()
                    .name("config")
                    .image("shop/config-agent:2-distroless")
                    .volumeMounts(volumeMounts)
                    .readyWhen(ReadyCheck.file("/config/api.yaml"))
                    .resources(ContainerResources.builder().build())
                    .build(),
                OrderedContainerProps.builder()
                    .name("cloud-sql-proxy")
                    .image("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1")
                    .args(List.of(
                        "--health-check", "--http-address=0.0.0.0", "--exit-zero-on-sigterm", "--max-sigterm-delay=10s",
                        "project:region:shop?port=5432"))
                    .role(ContainerRole.SIDECAR)
                    .readyWhen(ReadyCheck.httpGet("/startup", ReadyCheckOptions.builder().port(9090).build()))
                    .stopsWithin(Duration.seconds(11))
                    .resources(ContainerResources.builder().build())
                    .build()))
            .build();

        app.synth();
    }
}
