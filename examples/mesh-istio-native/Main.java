// From Istio 1.24 on an annotation makes the proxy a native sidecar. The kubelet then starts the app when the proxy is ready, and init containers can also use the
// network through the proxy.
// For an older cluster, with nodes of Kubernetes 1.31.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.MeshOptions;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import io.github.cdk8s_startup_order.UrlDependencyOptions;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus27.ContainerResources;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "mesh-istio-native");

        OrderedDeployment.Builder.create(chart, "web")
            .metadata(ApiObjectMetadata.builder().name("web").build())
            .startupOrder(StartupOrderOptions.builder()
                .kubernetesVersion("1.31")
                .architecture("amd64")
                .mesh(MeshOptions.builder().product("istio").version("1.26").build())
                .build())
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("web")
                .image("shop/web:7")
                .dependsOn(List.of(Dependency.onUrl("http://catalog.shop:8080/ready", UrlDependencyOptions.builder().timeout(Duration.minutes(5)).build())))
                .resources(ContainerResources.builder().build())
                .build()))
            .build();

        app.synth();
    }
}
