package dev.nearcache.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A setting that can be given as a flag or an environment variable too. The names are mechanical: {@code PAGE_SIZE} is
 * {@code --page-size} and {@code NEARCACHE_PAGE_SIZE}.
 */
public enum Setting {
    KUBECONFIG("upstream.kubeconfig", Form.ONE, "FILE", "kubeconfig file"),
    CONTEXT("upstream.context", Form.ONE, "NAME", "context of the kubeconfig; default: its current one"),
    SERVER("upstream.server", Form.ONE, "URL", "API server, when there is no kubeconfig"),
    TOKEN_FILE("upstream.tokenFile", Form.ONE, "FILE", "bearer token for --server, re-read when it changes"),
    CA_FILE("upstream.caFile", Form.ONE, "FILE", "certificates to trust for --server, in PEM"),
    INSECURE_SKIP_TLS_VERIFY(
            "upstream.insecureSkipTlsVerify", Form.SWITCH, "BOOL", "do not check the certificate of --server"),
    NAMESPACE("upstream.namespaces", Form.MANY, "NAME", "namespace to read; repeat for more; default: all"),
    WATCH_LIST("upstream.watchList", Form.ONE, "WHEN", "stream lists: auto (where the server can), always or never"),
    PAGE_SIZE("upstream.pageSize", Form.ONE, "N", "objects asked for in one page of a list"),
    CONNECT_TIMEOUT(
            "upstream.connectTimeout",
            Form.ONE,
            "SPAN",
            "limit for connecting to the API server, and again for TLS; half of deadPeer at most"),
    HEADER_TIMEOUT("upstream.headerTimeout", Form.ONE, "SPAN", "limit for the API server to begin an answer"),
    WATCH_TIMEOUT("upstream.watchTimeout", Form.ONE, "SPAN", "length of a watch: this to twice this, at random"),
    RESOURCE("resources", Form.MANY, "TYPE", "type to cache, such as pods or deployments.apps; repeat for more"),
    PORT("api.port", Form.ONE, "PORT", "port of the API on 127.0.0.1; 0: any free one; default: 7080"),
    MANAGEMENT_PORT("management.port", Form.ONE, "PORT", "port of probes and metrics; 0: any free one; default: 7081");

    /** How often and with what a flag is given. */
    public enum Form {
        /** One value. */
        ONE,
        /** True when it is named. */
        SWITCH,
        /** Repeated flags add; a variable holds a list with commas. */
        MANY
    }

    private final String path;
    private final Form form;
    private final String label;
    private final String description;

    Setting(String path, Form form, String label, String description) {
        this.path = path;
        this.form = form;
        this.label = label;
        this.description = description;
    }

    /** {@code --page-size}. */
    public String flag() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code NEARCACHE_PAGE_SIZE}. */
    public String variable() {
        return "NEARCACHE_" + name();
    }

    /** Where it stands in the file: {@code upstream.pageSize}. */
    public String path() {
        return path;
    }

    /** How often and with what it is given. */
    public Form form() {
        return form;
    }

    /** What its value is called in help texts. */
    public String label() {
        return label;
    }

    /** One line of help. */
    public String description() {
        return description;
    }

    /** The node that these values make at {@link #path()}. */
    ConfigNode node(String origin, List<String> values) {
        return switch (form) {
            case ONE, SWITCH -> new ConfigNode.Scalar(origin, values.get(values.size() - 1));
            case MANY ->
                new ConfigNode.Sequence(
                        origin,
                        values.stream().map(value -> item(origin, value)).toList());
        };
    }

    private ConfigNode item(String origin, String value) {
        ConfigNode scalar = new ConfigNode.Scalar(origin, value);
        return this == RESOURCE ? new ConfigNode.Mapping(origin, Map.of("resource", scalar)) : scalar;
    }
}
