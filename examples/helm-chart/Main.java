// Orders a chart without a fork. `helm template shop chart >rendered.yaml` has rendered it, and one call on its Deployment starts the proxy first. The Service and the test Pod
// of the chart do not change.
import io.github.cdk8s_startup_order.StartupOrder;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import java.util.List;
import org.cdk8s.ApiObject;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Include;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "helm-chart");

        Include rendered = Include.Builder.create(chart, "shop").url("rendered.yaml").build();
        ApiObject deployment = rendered.getApiObjects().stream()
            .filter(object -> object.getKind().equals("Deployment") && object.getName().equals("shop"))
            .findFirst().orElseThrow();
        StartupOrder.of(deployment, StartupOrderOptions.builder()
            .kubernetesVersion("1.33").architecture("amd64").sidecars(List.of("proxy")).build());

        app.synth();
    }
}
