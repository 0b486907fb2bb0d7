// Declares four orders that are often written by hand. docs/how-to/migrate-from-hooks.md shows the hand-written manifests.
import io.github.cdk8s_startup_order.ContainerRole;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.ExternalDependencyOptions;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.OrderedPod;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.ReadyCheckOptions;
import io.github.cdk8s_startup_order.UrlDependencyOptions;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus27.CommandProbeOptions;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.ContainerSecurityContextProps;
import org.cdk8s.plus27.PodSecurityContextProps;
import org.cdk8s.plus27.Probe;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "migrate-from-hooks");
        chart.getNode().setContext("cdk8s-startup-order:kubernetesVersion", "1.33");
        chart.getNode().setContext("cdk8s-startup-order:architecture", "amd64");
        ContainerResources none = ContainerResources.builder().build();

        // A2: the startup probe stays. With the role SIDECAR the kubelet waits for it.
        OrderedPod.Builder.create(chart, "a2")
            .metadata(ApiObjectMetadata.builder().name("sidecar-startup-example").build())
            .securityContext(PodSecurityContextProps.builder().user(65534).build())
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("sidecar-container")
                    .image("busybox:1.37")
                    .command(List.of("/bin/sh", "-c", "sleep 10; touch /tmp/healthy; sleep 600"))
                    .role(ContainerRole.SIDECAR)
                    .startup(Probe.fromCommand(
                        List.of("cat", "/tmp/healthy"),
                        CommandProbeOptions.builder().failureThreshold(30).periodSeconds(Duration.seconds(1)).build()))
                    .securityContext(ContainerSecurityContextProps.builder().readOnlyRootFilesystem(false).build())
                    .resources(none)
                    .build(),
                OrderedContainerProps.builder()
                    .name("app-container")
                    .image("busybox:1.37")
                    .command(List.of("/bin/sh", "-c", "date; sleep 3600"))
                    .dependsOn(List.of(Dependency.on("sidecar-container")))
                    .resources(none)
                    .build()))
            .build();

        // C1: a check of the database replaces the sleep.
        OrderedDeployment.Builder.create(chart, "c1")
            .metadata(ApiObjectMetadata.builder().name("app").build())
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("app")
                .image("shop/app:7")
                .command(List.of("/app/start.sh"))
                .dependsOn(List.of(Dependency.onTcp(
                    "postgres.data", 5432, ExternalDependencyOptions.builder().timeout(Duration.minutes(5)).build())))
                .resources(none)
                .build()))
            .build();

        // C2: the dependency replaces the init container and its image with curl.
        OrderedDeployment.Builder.create(chart, "c2")
            .metadata(ApiObjectMetadata.builder().name("configured").build())
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("app")
                .image("shop/app:7")
                .dependsOn(List.of(Dependency.onUrl(
                    "http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info",
                    UrlDependencyOptions.builder().statuses(List.of(200)).timeout(Duration.minutes(5)).build())))
                .resources(none)
                .build()))
            .build();

        // C3: a ready check on the sidecar and a dependency replace the hook.
        OrderedPod.Builder.create(chart, "c3")
            .metadata(ApiObjectMetadata.builder().name("sidecar-starts-first").build())
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("application")
                    .image("shop/app:7")
                    .dependsOn(List.of(Dependency.on("sidecar")))
                    .resources(none)
                    .build(),
                OrderedContainerProps.builder()
                    .name("sidecar")
                    .image("shop/sidecar:3")
                    .role(ContainerRole.SIDECAR)
                    .readyWhen(ReadyCheck.httpGet("/server_info", ReadyCheckOptions.builder().port(15000).host("127.0.0.1").build()))
                    .resources(none)
                    .build()))
            .build();

        app.synth();
    }
}
