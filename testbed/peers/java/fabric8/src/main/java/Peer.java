import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;

/**
 * A fabric8 shared informer on all pods. Says when it has synced, and goes on until it is ended, so that its memory can be
 * looked at. Usage: Peer https://127.0.0.1:6443
 */
public final class Peer {
    private Peer() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 1) {
            System.err.println("usage: Peer URL");
            System.exit(2);
        }
        var config = new ConfigBuilder()
                .withMasterUrl(arguments[0])
                .withOauthToken("admin-token")
                .withTrustCerts(true)
                .build();
        long started = System.nanoTime();
        var client = new KubernetesClientBuilder().withConfig(config).build();
        var informer = client.pods().inAnyNamespace().inform(new Nothing());
        while (!informer.hasSynced()) {
            Thread.sleep(10);
        }
        System.out.printf(
                "synced %d objects in %.2f s%n",
                informer.getIndexer().list().size(), (System.nanoTime() - started) / 1e9);
        Thread.currentThread().join();
    }

    private static final class Nothing implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {}

        @Override
        public void onUpdate(Pod before, Pod after) {}

        @Override
        public void onDelete(Pod pod, boolean finalStateUnknown) {}
    }
}
