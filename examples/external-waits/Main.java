// A shop that waits for a certificate from cert-manager, two caches, and a licence server with a token and a certificate of a private authority. The waits run
// in init containers. Their ServiceAccount can read that certificate and list pods, and only they mount its token. No manifest and no argument contains the token for the licence server.
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.ResourceDependencyOptions;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import io.github.cdk8s_startup_order.UrlDependencyOptions;
import java.util.List;
import java.util.Map;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.ChartProps;
import org.cdk8s.Duration;
import org.cdk8s.plus27.ConfigMap;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.EnvValue;
import org.cdk8s.plus27.ISecret;
import org.cdk8s.plus27.Secret;
import org.cdk8s.plus27.SecretValue;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "external-waits", ChartProps.builder().namespace("shop").disableResourceNameHashes(true).build());
        ISecret licence = Secret.fromSecretName(chart, "licence", "licence");
        EnvValue token = EnvValue.fromSecretValue(SecretValue.builder().secret(licence).key("token").build());

        OrderedDeployment.Builder.create(chart, "shop")
            .startupOrder(StartupOrderOptions.builder().architecture("amd64").createServiceAccount(true).build())
            .orderedContainers(List.of(OrderedContainerProps.builder()
                .name("shop")
                .image("shop/web:7")
                .resources(ContainerResources.builder().build())
                .dependsOn(List.of(
                    Dependency.onResource("certificates.cert-manager.io/shop-tls", ResourceDependencyOptions.builder().condition("Ready").timeout(Duration.minutes(3)).build()),
                    Dependency.onResource("pods", ResourceDependencyOptions.builder().labels(Map.of("app.kubernetes.io/name", "cache")).count(2).timeout(Duration.minutes(3)).build()),
                    Dependency.onUrl("https://licence.internal/v1/ready", UrlDependencyOptions.builder()
                        .headers(Map.of("Authorization", "Bearer $(LICENCE_TOKEN)"))
                        .env(Map.of("LICENCE_TOKEN", token))
                        .authorities(ConfigMap.fromConfigMapName(chart, "authorities", "house-authorities"))
                        .contains("\"status\":\"ready\"")
                        .timeout(Duration.minutes(3))
                        .build())))
                .build()))
            .build();

        app.synth();
    }
}
