// A report runs once and ends, but its database proxy never ends. Without an order the report starts before the proxy listens, and the Job never completes.
// Here the proxy is a native sidecar: the report starts when the port of the proxy accepts connections, and the kubelet ends the proxy after the report.
import io.github.cdk8s_startup_order.ContainerRole;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedJob;
import io.github.cdk8s_startup_order.ReadyCheck;
import java.util.List;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.RestartPolicy;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "job-with-proxy");

        OrderedJob.Builder.create(chart, "report")
            .metadata(ApiObjectMetadata.builder().name("report").build())
            .restartPolicy(RestartPolicy.NEVER)
            .backoffLimit(0)
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("report")
                    .image("shop/report:7")
                    .dependsOn(List.of(Dependency.on("proxy")))
                    .resources(ContainerResources.builder().build())
                    .build(),
                OrderedContainerProps.builder()
                    .name("proxy")
                    .image("shop/db-proxy:3")
                    .role(ContainerRole.SIDECAR)
                    .readyWhen(ReadyCheck.tcpSocket(5432))
                    .resources(ContainerResources.builder().build())
                    .build()))
            .build();

        app.synth();
    }
}
