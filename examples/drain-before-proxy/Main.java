// At shutdown the app finishes its last requests through the proxy. Without an order both containers get SIGTERM at once, and these requests fail.
// Here the proxy is a native sidecar, which gets SIGTERM after the app has exited.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.ReadyCheck;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus27.ContainerResources;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "drain-before-proxy");

        OrderedDeployment.Builder.create(chart, "orders")
            .metadata(ApiObjectMetadata.builder().name("orders").build())
            .terminationGracePeriod(Duration.seconds(40))
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("app")
                    .image("shop/orders:7")
                    .dependsOn(List.of(Dependency.on("proxy")))
                    .stopsWithin(Duration.seconds(30))
                    .resources(ContainerResources.builder().build())
                    .build(),
                OrderedContainerProps.builder()
                    .name("proxy")
                    .image("shop/db-proxy:3")
                    .readyWhen(ReadyCheck.tcpSocket(5432))
                    .stopsWithin(Duration.seconds(5))
                    .resources(ContainerResources.builder().build())
                    .build()))
            .build();

        app.synth();
    }
}
