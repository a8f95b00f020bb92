import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.credentials.AccessTokenAuthentication;

/**
 * A shared informer of the official Java client on all pods. Says when it has synced, and goes on until it is ended, so
 * that its memory can be looked at. Usage: Peer https://127.0.0.1:6443
 */
public final class Peer {
    private Peer() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 1) {
            System.err.println("usage: Peer URL");
            System.exit(2);
        }
        long started = System.nanoTime();
        ApiClient client = new ClientBuilder()
                .setBasePath(arguments[0])
                .setVerifyingSsl(false)
                .setAuthentication(new AccessTokenAuthentication("admin-token"))
                .build()
                .setReadTimeout(0);
        var api = new CoreV1Api(client);
        var factory = new SharedInformerFactory(client);
        var informer = factory.sharedIndexInformerFor(
                parameters -> api.listPodForAllNamespaces()
                        .resourceVersion(parameters.resourceVersion)
                        .timeoutSeconds(parameters.timeoutSeconds)
                        .watch(parameters.watch)
                        .buildCall(null),
                V1Pod.class,
                V1PodList.class);
        factory.startAllRegisteredInformers();
        while (!informer.hasSynced()) {
            Thread.sleep(10);
        }
        System.out.printf(
                "synced %d objects in %.2f s%n",
                informer.getIndexer().list().size(), (System.nanoTime() - started) / 1e9);
        Thread.currentThread().join();
    }
}
