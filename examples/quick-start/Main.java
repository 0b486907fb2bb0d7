import io.github.cdk8s_startup_order.ReadyCheckOptions;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.SidecarFirstDeployment;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.plus27.ContainerSecurityContextProps;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        SidecarFirstDeployment web = SidecarFirstDeployment.Builder.create(new Chart(app, "web"), "web")
            .sidecars(List.of(
                OrderedContainerProps.builder()
                    .name("proxy")
                    .image("envoyproxy/envoy:v1.31.0")
                    .securityContext(ContainerSecurityContextProps.builder().user(101).build())
                    .readyWhen(ReadyCheck.httpGet("/ready", ReadyCheckOptions.builder().port(9901).build()))
                    .build()))
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("app")
                    .image("shop/app:7")
                    .command(List.of("/app"))
                    .build()))
            .build();

        app.synth();

        // The start order, how it is enforced, and what it guarantees.
        System.out.println(web.getStartupOrder().explain());
    }
}
