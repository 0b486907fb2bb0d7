// The hook runs the blocking command of the proxy: nothing is injected.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedPod;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.ContainerSecurityContextProps;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "c3-pilot-agent");

        OrderedPod.Builder.create(chart, "pod")
            .metadata(ApiObjectMetadata.builder().name("sidecar-starts-first").build())
            .startupOrder(StartupOrderOptions.builder().kubernetesVersion("1.33").architecture("amd64").build())
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("application")
                    .image("shop/app:7")
                    .dependsOn(List.of(Dependency.on("istio-proxy")))
                    .resources(ContainerResources.builder().build())
                    .build(),
                OrderedContainerProps.builder()
                    .name("istio-proxy")
                    .image("istio/proxyv2:1.24.0")
                    .securityContext(ContainerSecurityContextProps.builder().user(1337).build())
                    .readyWhen(ReadyCheck.blockingCommand(List.of("pilot-agent", "wait")))
                    .resources(ContainerResources.builder().build())
                    .build()))
            .build();

        app.synth();
    }
}
