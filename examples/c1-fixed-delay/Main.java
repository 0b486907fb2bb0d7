// A fixed delay, without a sleep before the command of the app. Prefer a check if one is possible.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus27.ContainerResources;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "c1-fixed-delay");

        OrderedDeployment.Builder.create(chart, "app")
            .metadata(ApiObjectMetadata.builder().name("app").build())
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("app")
                .image("shop/app:7")
                .dependsOn(List.of(Dependency.onDelay(Duration.seconds(10))))
                .resources(ContainerResources.builder().build())
                .build()))
            .build();

        app.synth();
    }
}
