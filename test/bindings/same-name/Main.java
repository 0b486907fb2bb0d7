// Two containers of one name are an error as soon as the workload is constructed.
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "shop");

        OrderedDeployment.Builder.create(chart, "web")
            .orderedContainers(List.of(
                OrderedContainerProps.builder().image("shop/api:7").build(),
                OrderedContainerProps.builder().image("envoyproxy/envoy:v1.31.0").build()))
            .build();

        app.synth();
    }
}
