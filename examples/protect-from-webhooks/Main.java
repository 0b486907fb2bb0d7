// A policy of the API server that refuses pods whose start order a mutating webhook has broken, for example because it removed `restartPolicy: Always`.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.ReadyCheckOptions;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import io.github.cdk8s_startup_order.StartupOrderPolicy;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.ChartProps;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.ContainerSecurityContextProps;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(
            app, "protect-from-webhooks", ChartProps.builder().namespace("shop").disableResourceNameHashes(true).build());

        OrderedDeployment.Builder.create(chart, "web")
            .metadata(ApiObjectMetadata.builder().name("web").build())
            .startupOrder(StartupOrderOptions.builder().kubernetesVersion("1.33").architecture("amd64").build())
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("app")
                    .image("shop/web:7")
                    .command(List.of("/web"))
                    .resources(ContainerResources.builder().build())
                    .dependsOn(List.of(Dependency.on("proxy")))
                    .build(),
                OrderedContainerProps.builder()
                    .name("proxy")
                    .image("envoyproxy/envoy:v1.31.0")
                    .securityContext(ContainerSecurityContextProps.builder().user(101).build())
                    .resources(ContainerResources.builder().build())
                    .readyWhen(ReadyCheck.httpGet("/ready", ReadyCheckOptions.builder().port(9901).build()))
                    .build()))
            .build();
        new StartupOrderPolicy(chart, "policy");

        app.synth();
    }
}
