// Three containers without a declared order: the kubelet starts them in list order without waiting, and nothing is injected.
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedPod;
import java.util.List;
import java.util.stream.Stream;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.PodSecurityContextProps;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "a1-no-order");

        OrderedPod.Builder.create(chart, "pod")
            .metadata(ApiObjectMetadata.builder().name("multi-containers-example").build())
            .securityContext(PodSecurityContextProps.builder().user(65534).build())
            .orderedContainers(Stream.of("1st-container", "2nd-container", "app-container").map(name -> OrderedContainerProps.builder()
                .name(name)
                .image("busybox:1.37")
                .command(List.of("sh", "-c", "date; sleep 3600"))
                .resources(ContainerResources.builder().build())
                .build()).toList())
            .build();

        app.synth();
    }
}
