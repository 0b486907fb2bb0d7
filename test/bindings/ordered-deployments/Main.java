// OrderedDeployment: a subclass, and errors with their full text, one from the constructor, and one at synth.
import io.github.cdk8s_startup_order.ContainerOrder;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.OrderedDeploymentProps;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.plus27.Container;
import org.cdk8s.plus27.ContainerProps;
import software.constructs.Construct;

public class Main {
    /** The library calls addContainer, which adds another container for each container. */
    static class Logged extends OrderedDeployment {
        Logged(Construct scope, String id, OrderedDeploymentProps props) {
            super(scope, id, props);
        }

        @Override
        public Container addContainer(ContainerProps container) {
            super.addContainer(ContainerProps.builder().name("logger").image("fluent/fluent-bit:4.0.3").build());
            return super.addContainer(container);
        }
    }

    public static void main(String[] args) {
        App app = new App();
        Logged logged = new Logged(new Chart(app, "logged"), "web", OrderedDeploymentProps.builder()
            .startupOrder(StartupOrderOptions.builder().kubernetesVersion("1.35").build())
            .build());
        logged.addContainer(ContainerProps.builder().name("app").image("shop/app:7").command(List.of("/app")).build());
        logged.getStartupOrder().addDependency("app", Dependency.on("logger"));
        logged.getStartupOrder().declare("logger", ContainerOrder.builder().readyWhen(ReadyCheck.tcpSocket(24224)).build());

        app.synth();

        try {
            OrderedDeployment.Builder.create(new Chart(app, "nameless"), "web")
                .orderedContainers(List.of(
                    OrderedContainerProps.builder().image("shop/api:7").build(),
                    OrderedContainerProps.builder().image("envoyproxy/envoy:v1.31.0").build()))
                .build();
        } catch (RuntimeException error) {
            System.out.println(error.getMessage().lines().findFirst().orElseThrow()); // what follows is the stack of JavaScript
        }

        App other = new App();
        OrderedDeployment.Builder.create(new Chart(other, "shop"), "web")
            .orderedContainers(List.of(
                OrderedContainerProps.builder().name("api").image("shop/api:7").dependsOn(List.of(Dependency.on("databse"))).build(),
                OrderedContainerProps.builder().name("database").image("postgres:17").readyWhen(ReadyCheck.tcpSocket(5432)).build()))
            .build();
        other.synth();
    }
}
