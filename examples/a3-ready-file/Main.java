// The app starts when the sidecar has created its file, after about two seconds. The hand-written postStart hook took eight seconds.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedPod;
import io.github.cdk8s_startup_order.ReadyCheck;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.ContainerSecurityContextProps;
import org.cdk8s.plus27.PodSecurityContextProps;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "a3-ready-file");

        OrderedPod.Builder.create(chart, "pod")
            .metadata(ApiObjectMetadata.builder().name("sidecar-startup-example").build())
            .securityContext(PodSecurityContextProps.builder().user(65534).build())
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("sidecar-container")
                    .image("busybox:1.37")
                    .command(List.of("sh", "-c", "sleep 2; touch /tmp/healthy; sleep 600"))
                    .readyWhen(ReadyCheck.command(List.of("test", "-f", "/tmp/healthy")))
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
