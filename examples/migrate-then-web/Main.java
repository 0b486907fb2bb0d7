// A replica of the shop may start only after the migration, and the migration only when the database is up. With `depends_on` in compose that takes three lines;
// in Kubernetes the pods crash. Here an init container of the migration asks PostgreSQL itself, and an init container of the shop waits for the Job. If the migration fails, the log of
// `wait-for-migrate` contains the failure, and the pods of the shop keep waiting.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.ExternalDependencyOptions;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.OrderedJob;
import io.github.cdk8s_startup_order.Protocol;
import io.github.cdk8s_startup_order.ResourceDependencyOptions;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.ChartProps;
import org.cdk8s.Duration;
import org.cdk8s.plus27.ContainerResources;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "migrate-then-web", ChartProps.builder().namespace("shop").disableResourceNameHashes(true).build());
        StartupOrderOptions kubernetes = StartupOrderOptions.builder().architecture("amd64").createServiceAccount(true).build();

        Dependency database = Dependency.onServer(
            Protocol.POSTGRESQL, "postgres.data", ExternalDependencyOptions.builder().timeout(Duration.minutes(5)).build());

        OrderedJob migrate = OrderedJob.Builder.create(chart, "migrate")
            .startupOrder(kubernetes)
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("migrate")
                .image("shop/migrate:7")
                .dependsOn(List.of(database))
                .resources(ContainerResources.builder().build())
                .build()))
            .build();

        OrderedDeployment.Builder.create(chart, "web")
            .startupOrder(kubernetes)
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("web")
                .image("shop/web:7")
                .dependsOn(List.of(Dependency.onJob(migrate, ResourceDependencyOptions.builder().timeout(Duration.minutes(9)).build())))
                .resources(ContainerResources.builder().build())
                .build()))
            .build();

        app.synth();
    }
}
