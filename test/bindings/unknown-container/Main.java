// A misspelt name is an error at synth.
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
        Chart chart = new Chart(app, "shop");

        OrderedDeployment.Builder.create(chart, "web")
            .orderedContainers(List.of(
                OrderedContainerProps.builder().name("api").image("shop/api:7").dependsOn(List.of(Dependency.on("databse"))).build(),
                OrderedContainerProps.builder().name("database").image("postgres:17").readyWhen(ReadyCheck.tcpSocket(5432)).build()))
            .build();

        app.synth();
    }
}
