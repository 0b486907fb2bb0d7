// container1 has its own postStart hook, which still runs first. Then container2 waits for the check of the readiness probe of container1.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedPod;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus27.CommandProbeOptions;
import org.cdk8s.plus27.ContainerLifecycle;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.Handler;
import org.cdk8s.plus27.PodSecurityContextProps;
import org.cdk8s.plus27.Probe;
import org.cdk8s.plus27.Volume;
import org.cdk8s.plus27.VolumeMount;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "b1-startup-sequence");
        Volume log = Volume.fromEmptyDir(chart, "log", "log");
        List<VolumeMount> volumeMounts = List.of(VolumeMount.builder().path("/log").volume(log).build());

        OrderedContainerProps container1 = OrderedContainerProps.builder()
            .name("container1")
            .image("busybox:1.37")
            .command(List.of("sh", "-c", "while true; do echo container1 >> /log/sequence; sleep 5; done"))
            .lifecycle(ContainerLifecycle.builder()
                .postStart(Handler.fromCommand(List.of("sh", "-c", "for i in $(seq 30); do echo hook $i >> /log/sequence; sleep 1; done")))
                .build())
            .readiness(Probe.fromCommand(List.of("test", "-s", "/log/sequence"), CommandProbeOptions.builder().periodSeconds(Duration.seconds(5)).build()))
            .liveness(Probe.fromCommand(List.of("true"), CommandProbeOptions.builder().periodSeconds(Duration.seconds(5)).build()))
            .volumeMounts(volumeMounts)
            .resources(ContainerResources.builder().build())
            .build();

        OrderedContainerProps container2 = OrderedContainerProps.builder()
            .name("container2")
            .image("busybox:1.37")
            .command(List.of("sh", "-c", "while true; do echo container2 >> /log/sequence; sleep 5; done"))
            .dependsOn(List.of(Dependency.on("container1")))
            .volumeMounts(volumeMounts)
            .resources(ContainerResources.builder().build())
            .build();

        OrderedPod.Builder.create(chart, "pod")
            .metadata(ApiObjectMetadata.builder().name("startup-sequence-test").build())
            .securityContext(PodSecurityContextProps.builder().user(65534).build())
            .orderedContainers(List.of(container1, container2))
            .build();

        app.synth();
    }
}
