// StartupOrder.of and StartupOrderMixin on existing workloads, also on a plain API object; a mixin of the user on a whole chart; the plans as data.
import io.github.cdk8s_startup_order.ContainerOrder;
import io.github.cdk8s_startup_order.ContainerRole;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.PlannedDependency;
import io.github.cdk8s_startup_order.ReadyCheckOptions;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.StartupOrder;
import io.github.cdk8s_startup_order.StartupOrderMixin;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import io.github.cdk8s_startup_order.StartupPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.cdk8s.ApiObject;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.JsonPatch;
import org.cdk8s.plus27.ContainerProps;
import org.cdk8s.plus27.Deployment;
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

    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "shop");

        Deployment.Builder.create(chart, "web").containers(images("app", "cache", "proxy")).build().with(StartupOrderMixin.Builder.create()
            .kubernetesVersion("1.33")
            .containers(Map.of(
                "app", ContainerOrder.builder().dependsOn(List.of(Dependency.on("cache"))).build(),
                "cache", ContainerOrder.builder().readyWhen(ReadyCheck.tcpSocket(6379)).role(ContainerRole.SIDECAR).build()))
            .build());
        Deployment worker = Deployment.Builder.create(chart, "worker").containers(images("app", "proxy")).build();
        StartupOrder.of(worker, StartupOrderOptions.builder().kubernetesVersion("1.35").architecture("amd64").build());
        chart.with(new ProxyFirst());

        ApiObject batch = ApiObject.Builder.create(chart, "batch").apiVersion("v1").kind("Pod").build();
        batch.addJsonPatch(JsonPatch.add("/spec", Map.of("containers", List.of(
            new TreeMap<>(Map.of("image", "shop/batch:7", "name", "batch")),
            new TreeMap<>(Map.of("image", "shop/cache:7", "name", "cache"))))));
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

    private static List<ContainerProps> images(String... names) {
        return Stream.of(names).map(name -> ContainerProps.builder().name(name).image("shop/" + name + ":7").build()).toList();
    }
}
