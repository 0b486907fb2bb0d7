// StartupOrder.of on a workload of cdk8s-plus and on a plain API object; the plans as data.
import io.github.cdk8s_startup_order.ContainerOrder;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.PlannedDependency;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.StartupOrder;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import io.github.cdk8s_startup_order.StartupPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.cdk8s.ApiObject;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.JsonPatch;
import org.cdk8s.plus27.ContainerProps;
import org.cdk8s.plus27.Deployment;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "shop");

        Deployment web = Deployment.Builder.create(chart, "web")
            .containers(List.of(
                ContainerProps.builder().name("api").image("shop/api:7").build(),
                ContainerProps.builder().name("proxy").image("envoyproxy/envoy:v1.31.0").build()))
            .build();
        StartupOrder order = StartupOrder.of(web, StartupOrderOptions.builder()
            .kubernetesVersion("1.35").architecture("amd64").sidecars(List.of("proxy")).build());
        order.declare("proxy", ContainerOrder.builder().readyWhen(ReadyCheck.tcpSocket(9901)).build());

        ApiObject batch = ApiObject.Builder.create(chart, "batch").apiVersion("v1").kind("Pod").build();
        batch.addJsonPatch(JsonPatch.add("/spec", Map.of("containers", List.of(
            new TreeMap<>(Map.of("image", "shop/batch:7", "name", "batch")),
            new TreeMap<>(Map.of("image", "redis:7", "name", "cache"))))));
        StartupOrder.of(batch, StartupOrderOptions.builder().kubernetesVersion("1.35").architecture("amd64").build())
            .declare("batch", ContainerOrder.builder().dependsOn(List.of(Dependency.on("cache"))).build());
        StartupOrder.of(batch).declare("cache", ContainerOrder.builder().readyWhen(ReadyCheck.tcpSocket(6379)).build());

        app.synth();

        for (StartupPlan plan : StartupOrder.planAll(app)) {
            for (PlannedDependency d : plan.getDependencies()) {
                String seconds = d.getTimeout() == null ? "no" : d.getTimeout().toSeconds().toString();
                System.out.printf("%s: %s needs %s %s, %s, %s, %s s%n",
                    plan.getPath(), d.getDependent(), d.getDependency(), d.getCondition(), d.getMechanism(), d.getGuarantee(), seconds);
            }
        }
    }
}
