// StartupOrderMixin on one workload, and two classes of the user: a mixin on a whole chart, and a subclass of an ordered workload.
import io.github.cdk8s_startup_order.ContainerOrder;
import io.github.cdk8s_startup_order.ContainerRole;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.OrderedDeploymentProps;
import io.github.cdk8s_startup_order.ReadyCheckOptions;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.StartupOrder;
import io.github.cdk8s_startup_order.StartupOrderMixin;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.cdk8s.ApiObject;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.plus27.Container;
import org.cdk8s.plus27.ContainerProps;
import org.cdk8s.plus27.Deployment;
import software.constructs.Construct;
import software.constructs.IConstruct;
import software.constructs.IMixin;

public class Main {
    /** The proxy of every Deployment is ready before its app. */
    static class ProxyFirst implements IMixin {
        @Override
        public Boolean supports(IConstruct construct) {
            return ApiObject.isApiObject(construct) && ApiObject.of(construct).getKind().equals("Deployment");
        }

        @Override
        public void applyTo(IConstruct construct) {
            StartupOrder order = StartupOrder.of(construct, StartupOrderOptions.builder().sidecars(List.of("proxy")).build());
            order.declare("proxy", ContainerOrder.builder()
                .readyWhen(ReadyCheck.httpGet("/ready", ReadyCheckOptions.builder().port(9901).build()))
                .build());
        }
    }

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
        Chart chart = new Chart(app, "shop");

        Deployment.Builder.create(chart, "web").containers(images("app", "cache", "proxy")).build().with(StartupOrderMixin.Builder.create()
            .kubernetesVersion("1.33")
            .containers(Map.of(
                "app", ContainerOrder.builder().dependsOn(List.of(Dependency.on("cache"))).build(),
                "cache", ContainerOrder.builder().readyWhen(ReadyCheck.tcpSocket(6379)).role(ContainerRole.SIDECAR).build()))
            .build());
        Deployment.Builder.create(chart, "worker").containers(images("app", "proxy")).build();
        chart.with(new ProxyFirst());

        Logged logged = new Logged(new Chart(app, "logged"), "web", OrderedDeploymentProps.builder()
            .startupOrder(StartupOrderOptions.builder().kubernetesVersion("1.35").build())
            .build());
        logged.addContainer(ContainerProps.builder().name("app").image("shop/app:7").command(List.of("/app")).build());
        logged.getStartupOrder().addDependency("app", Dependency.on("logger"));
        logged.getStartupOrder().declare("logger", ContainerOrder.builder().readyWhen(ReadyCheck.tcpSocket(24224)).build());

        app.synth();
    }

    private static List<ContainerProps> images(String... names) {
        return Stream.of(names).map(name -> ContainerProps.builder().name(name).image("shop/" + name + ":7").build()).toList();
    }
}
