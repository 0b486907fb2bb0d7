// Errors with their full text: two containers of one name, as soon as the workload is constructed, and a misspelt name at synth.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.ReadyCheck;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;

public class Main {
    public static void main(String[] args) {
        App app = new App();

        try {
            OrderedDeployment.Builder.create(new Chart(new App(), "shop"), "web")
                .orderedContainers(List.of(
                    OrderedContainerProps.builder().image("shop/api:7").build(),
                    OrderedContainerProps.builder().image("envoyproxy/envoy:v1.31.0").build()))
                .build();
        } catch (RuntimeException error) {
            System.out.println(error.getMessage().lines().findFirst().orElseThrow()); // what follows is the stack of JavaScript
        }
        OrderedDeployment.Builder.create(new Chart(app, "shop"), "web")
            .orderedContainers(List.of(
                OrderedContainerProps.builder().name("api").image("shop/api:7").dependsOn(List.of(Dependency.on("databse"))).build(),
                OrderedContainerProps.builder().name("database").image("postgres:17").readyWhen(ReadyCheck.tcpSocket(5432)).build()))
            .build();

        app.synth();
    }
}
