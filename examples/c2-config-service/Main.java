// Waits for a service outside the pod: only status 200 ends the wait, and the wait has a timeout.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
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
        Chart chart = new Chart(app, "c2-config-service");

        OrderedDeployment.Builder.create(chart, "app")
            .metadata(ApiObjectMetadata.builder().name("app").build())
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("app")
                .image("shop/app:7")
                .dependsOn(List.of(Dependency.onUrl(
                    "http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info",
                    UrlDependencyOptions.builder().statuses(List.of(200)).timeout(Duration.minutes(5)).build())))
                .resources(ContainerResources.builder().build())
                .build()))
            .build();

        app.synth();
    }
}
