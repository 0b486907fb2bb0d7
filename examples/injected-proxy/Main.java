// An app that waits for a proxy that a webhook injects. The manifest contains no proxy, so the gate of the app makes the
// check itself.
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
import org.cdk8s.ChartProps;
import org.cdk8s.plus27.ContainerResources;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(
            app, "injected-proxy", ChartProps.builder().namespace("shop").disableResourceNameHashes(true).build());

        OrderedDeployment.Builder.create(chart, "web")
            .metadata(ApiObjectMetadata.builder().name("web").build())
            .startupOrder(StartupOrderOptions.builder().kubernetesVersion("1.33").architecture("amd64").build())
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("app")
                .image("shop/web:7")
                .command(List.of("/web"))
                .resources(ContainerResources.builder().build())
                .dependsOn(List.of(Dependency.onInjected(
                    "istio-proxy", ReadyCheck.httpGet("/healthz/ready", ReadyCheckOptions.builder().port(15021).build()))))
                .build()))
            .build();

        app.synth();
    }
}
