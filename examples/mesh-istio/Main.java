// Istio injects its proxy, and the app uses the network before the proxy is ready. With an annotation Istio delays the app; the annotation is YAML and may already contain
// other settings. The API is outside the pod; the app itself waits for it, through the mesh.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.MeshOptions;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import io.github.cdk8s_startup_order.UrlDependencyOptions;
import java.util.List;
import java.util.Map;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus27.ContainerResources;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "mesh-istio");

        OrderedDeployment.Builder.create(chart, "web")
            .metadata(ApiObjectMetadata.builder().name("web").build())
            .podMetadata(ApiObjectMetadata.builder()
                .annotations(Map.of("proxy.istio.io/config", "# set by the shop team\nconcurrency: 2\n"))
                .build())
            .startupOrder(StartupOrderOptions.builder()
                .kubernetesVersion("1.28")
                .architecture("amd64")
                .mesh(MeshOptions.builder().product("istio").version("1.23").build())
                .build())
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("web")
                .image("shop/web:7")
                .command(List.of("/web"))
                .dependsOn(List.of(Dependency.onUrl("http://catalog.shop:8080/ready", UrlDependencyOptions.builder().timeout(Duration.minutes(5)).build())))
                .resources(ContainerResources.builder().build())
                .build()))
            .build();

        app.synth();
    }
}
