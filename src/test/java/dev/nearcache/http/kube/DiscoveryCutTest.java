package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.http.kube.ReadThrough.Types;
import dev.nearcache.http.kube.ShownDiscovery.Shown;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.testing.FedResource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Documents of discovery, cut down to the types that can be read and the verbs that read. */
class DiscoveryCutTest {
    private static final ResourceType WIDGETS =
            new ResourceType("ex.io", "v1", "widgets", "widget", "Widget", "WidgetList", true, List.of());
    private static final Shown CACHED = new Shown(Types.CACHED, Set.of(FedResource.PODS, WIDGETS));
    private static final Shown ALL = new Shown(Types.ALL, Set.of(FedResource.PODS));

    private static final String CORE_TYPES = """
            {"kind":"APIResourceList","groupVersion":"v1","resources":[\
            {"name":"bindings","singularName":"binding","namespaced":true,"kind":"Binding","verbs":["create"]},\
            {"name":"nodes","singularName":"node","namespaced":false,"kind":"Node","verbs":["delete","get","list","watch"],"storageVersionHash":"n="},\
            {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["create","delete","get","list","watch"],"shortNames":["po"],"categories":["all"],"storageVersionHash":"p="},\
            {"name":"pods/exec","singularName":"","namespaced":true,"kind":"PodExecOptions","verbs":["create","get"]},\
            {"name":"pods/eviction","singularName":"","namespaced":true,"kind":"Eviction","verbs":["create"]},\
            {"name":"pods/log","singularName":"","namespaced":true,"kind":"Pod","verbs":["get"]}]}""";

    private static final String GROUPS = """
            {"kind":"APIGroupList","apiVersion":"v1","groups":[\
            {"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}],"preferredVersion":{"groupVersion":"apps/v1","version":"v1"}},\
            {"name":"ex.io","versions":[{"groupVersion":"ex.io/v2","version":"v2"},{"groupVersion":"ex.io/v1","version":"v1"}],"preferredVersion":{"groupVersion":"ex.io/v2","version":"v2"}}]}""";

    private static final String AGGREGATED = """
            {"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[\
            {"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[{"resource":"deployments","scope":"Namespaced","verbs":["get","list","patch","watch"]}],"freshness":"Current"}]},\
            {"metadata":{"name":"ex.io"},"versions":[{"version":"v1","resources":[{"resource":"widgets","scope":"Namespaced","verbs":["get","list","patch","watch"],"subresources":[{"subresource":"status","verbs":["get","patch"]}]}],"freshness":"Current"}]}]}""";

    private static ShownDiscovery cut(String document, Shown shown) {
        return DiscoveryCut.of(document.getBytes(StandardCharsets.UTF_8), shown);
    }

    private static String text(ShownDiscovery cut) {
        return cut.json().toString();
    }

    @Test
    void namesOfTheTypesOnlyThoseThatAreCached() {
        ShownDiscovery cut = cut(CORE_TYPES, CACHED);
        assertEquals(1, cut.names());
        assertEquals("""
                {"kind":"APIResourceList","groupVersion":"v1","resources":[\
                {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"],"shortNames":["po"],"categories":["all"],"storageVersionHash":"p="}]}""", text(cut));
    }

    @Test
    void namesAllThatCanBeReadWhereAllIsPassedThrough() {
        ShownDiscovery cut = cut(CORE_TYPES, ALL);
        assertEquals(2, cut.names());
        assertEquals("""
                {"kind":"APIResourceList","groupVersion":"v1","resources":[\
                {"name":"nodes","singularName":"node","namespaced":false,"kind":"Node","verbs":["get","list","watch"],"storageVersionHash":"n="},\
                {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"],"shortNames":["po"],"categories":["all"],"storageVersionHash":"p="},\
                {"name":"pods/log","singularName":"","namespaced":true,"kind":"Pod","verbs":["get"]}]}""", text(cut));
    }

    @Test
    void prefersAVersionThatIsShown() {
        assertEquals("""
                {"kind":"APIGroupList","apiVersion":"v1","groups":[\
                {"name":"ex.io","versions":[{"groupVersion":"ex.io/v1","version":"v1"}],"preferredVersion":{"groupVersion":"ex.io/v1","version":"v1"}}]}""", text(cut(GROUPS, CACHED)));
        assertEquals(GROUPS, text(cut(GROUPS, ALL)));
    }

    @Test
    void cutsTheAggregatedDocument() {
        assertEquals("""
                {"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[\
                {"metadata":{"name":"ex.io"},"versions":[{"version":"v1","resources":[{"resource":"widgets","scope":"Namespaced","verbs":["get","list","watch"]}],"freshness":"Current"}]}]}""", text(cut(AGGREGATED, CACHED)));
        assertTrue(text(cut(AGGREGATED, ALL)).contains("{\"subresource\":\"status\",\"verbs\":[\"get\"]}"));
    }

    @Test
    void tagsByContentInCapitals() {
        String tag = cut(GROUPS, CACHED).tag();
        assertTrue(tag.matches("\"[0-9A-F]{128}\""), tag);
        assertEquals(tag, cut(GROUPS, CACHED).tag());
    }

    @Test
    void refusesWhatIsNoDiscovery() {
        assertThrows(StatusException.class, () -> cut("{\"kind\":\"PodList\"}", CACHED));
        assertThrows(StatusException.class, () -> cut("<html>", CACHED));
    }
}
