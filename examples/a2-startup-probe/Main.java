// The startup probe of a regular container delays no other container. The kubelet waits for the startup probe of a native sidecar, so only the role changes.
import io.github.cdk8s_startup_order.ContainerRole;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedPod;
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
        Chart chart = new Chart(app, "a2-startup-probe");

        OrderedPod.Builder.create(chart, "pod")
            .metadata(ApiObjectMetadata.builder().name("sidecar-startup-example").build())
            .securityContext(PodSecurityContextProps.builder().user(65534).build())
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("sidecar-container")
                    .image("busybox:1.37")
                    .command(List.of("sh", "-c", "sleep 10; touch /tmp/healthy; sleep 600"))
                    .role(ContainerRole.SIDECAR)
                    .startup(Probe.fromCommand(
                        List.of("cat", "/tmp/healthy"),
                        CommandProbeOptions.builder().failureThreshold(30).periodSeconds(Duration.seconds(1)).build()))
                    .securityContext(ContainerSecurityContextProps.builder().readOnlyRootFilesystem(false).build())
                    .resources(ContainerResources.builder().build())
                    .build(),
                OrderedContainerProps.builder()
                    .name("app-container")
                    .image("busybox:1.37")
                    .command(List.of("sh", "-c", "date; sleep 3600"))
                    .dependsOn(List.of(Dependency.on("sidecar-container")))
                    .resources(ContainerResources.builder().build())
                    .build()))
            .build();

        app.synth();
    }
}
