// A subclass of an ordered workload. The library calls its addContainer, which adds another container for each container.
import io.github.cdk8s_startup_order.ContainerOrder;
import io.github.cdk8s_startup_order.Dependency;
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
        Chart chart = new Chart(app, "shop");

        Logged web = new Logged(chart, "web", OrderedDeploymentProps.builder()
            .startupOrder(StartupOrderOptions.builder().kubernetesVersion("1.35").build())
            .build());
        web.addContainer(ContainerProps.builder().name("app").image("shop/app:7").command(List.of("/app")).build());
        web.getStartupOrder().addDependency("app", Dependency.on("logger"));
        web.getStartupOrder().declare("logger", ContainerOrder.builder().readyWhen(ReadyCheck.tcpSocket(24224)).build());

        app.synth();
    }
}
