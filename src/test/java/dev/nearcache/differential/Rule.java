package dev.nearcache.differential;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** A wanted difference; {@code docs/differential.md} gives the reasons. Each says exactly where it holds. */
enum Rule {
    /** Headers that name the request in kube-apiserver's audit log, and the queue in which it waited. */
    AUDIT_AND_QUEUE_HEADERS((exchange, difference) ->
            header(difference, "audit-id", "x-kubernetes-pf-flowschema-uid", "x-kubernetes-pf-prioritylevel-uid")),
    /** How the body is cut into pieces, and the time of the server's clock. */
    FRAMING_HEADERS((exchange, difference) ->
            header(difference, "content-length", "transfer-encoding", "date", "connection", "last-modified")),
    /** How old our answer is, where it comes from, and its tag. */
    OWN_HEADERS(
            (exchange, difference) -> difference.onlyOurs() && header(difference, "age", "nearcache-source", "etag")),
    /** That a type is deprecated is the API server's to say; that a selector had no index is ours. */
    WARNINGS((exchange, difference) -> header(difference, "warning")
            && (difference.onlyOurs()
                    || difference.theirs().asText().matches("299 - \"\\S+ \\w+ is deprecated in v1\\..*\""))
            && (difference.onlyTheirs()
                    || (exchange.question().has("fieldSelector")
                            && difference.ours().asText().startsWith("299 - \"no index for "))
                    || (isUnknownPath(exchange.ours())
                            && isHint(difference.ours().asText())))),
    /** Which methods a path takes is said with every 405. */
    ALLOWED_METHODS((exchange, difference) ->
            difference.onlyOurs() && header(difference, "allow") && exchange.ourStatus() == 405),
    /** Bodies without managed fields are smaller, so that fewer are large enough to be compressed. */
    COMPRESSION_BY_SIZE((exchange, difference) -> difference.onlyTheirs()
            && header(difference, "content-encoding", "vary")
            && exchange.theirs().at("/headers/content-encoding").asText().equals("gzip")),

    /** Managed fields, which are not kept. */
    MANAGED_FIELDS((exchange, difference) ->
            difference.onlyTheirs() && difference.path().endsWith("/managedFields")),
    /** The values of Secrets are shown as their hashes. */
    SECRET_VALUES((exchange, difference) ->
            difference.path().contains("/data/") && isHash(difference.ours().asText())),
    /** An annotation of DaemonSets that kube-apiserver keeps in another place, and so shows in whole objects only. */
    DAEMONSET_GENERATION((exchange, difference) -> exchange.question().path().contains("/daemonsets")
            && difference.path().contains("/metadata/annotations")
            && difference.ours().toString().contains("\"deprecated.daemonset.template.generation\":")),
    /** Bookmarks have no fields but those that every object has. */
    EMPTY_FIELDS_OF_BOOKMARKS((exchange, difference) ->
            difference.onlyTheirs() && difference.path().matches("/body/(events/END|bookmarks/\\d+)/object/.*")),
    /** Bookmarks beside the end mark come by each server's own clock. */
    BOOKMARKS_BY_THE_CLOCK((exchange, difference) -> difference.path().startsWith("/body/bookmarks")
            && (difference.path().equals("/body/bookmarks") || difference.path().endsWith("/resourceVersion"))),
    /** The objects that a watch begins with come in the order of their versions. */
    BEGINNING_BY_VERSION((exchange, difference) -> difference.path().equals("/body/order")
            && sorted(difference.theirs()).equals(sorted(difference.ours()))
            && isByVersion(difference.ours().asText())),
    /** The columns of tables are told by the first event alone. */
    COLUMNS_TOLD_ONCE((exchange, difference) -> difference.path().equals("/body/columnsToldBy")
            && difference.ours().asText().equals("0")
            && difference.theirs().asText().startsWith("0")),

    /** A table without rows has an empty list of them, of types without a printer too. */
    NO_ROWS((exchange, difference) -> difference.path().equals("/body/rows")
            && difference.theirs().isNull()
            && difference.ours().isEmpty()),

    /** A list's version is how far the cache of the type has come, not the newest of all types. */
    VERSION_OF_THE_CACHE((exchange, difference) -> difference
                    .path()
                    .matches(
                            "/body/(metadata|events/END/object/(rows/0/object/)?metadata)/(resourceVersion|continue/rv)")
            && number(difference.ours()) <= number(difference.theirs())
            && number(difference.ours()) >= exchange.oldestVersion()),
    /** The same where a text tells it. */
    VERSION_IN_TEXTS((exchange, difference) -> difference.path().endsWith("/message")
            && numberless(difference.theirs()).equals(numberless(difference.ours()))),
    /** A token's key begins with a slash if it is of a cache there, and without if it is of the storage. */
    TOKENS_WITHOUT_SLASH((exchange, difference) -> difference.path().equals("/body/metadata/continue/start")
            && difference.theirs().asText().equals("/" + difference.ours().asText())),
    /** Pages of a selector of one namespace, on a path of all, go on where the last ended. */
    PAGES_OF_A_NAMESPACE((exchange, difference) -> exchange.question().has("continue")
            && exchange.question().query().contains("metadata.namespace%3D")
            && !exchange.question().path().contains("/namespaces/")
            && exchange.theirStatus() == 200
            && exchange.ourStatus() == 200),
    /** What was before the sidecar began is not known. */
    HISTORY_BEGINS_WITH_THE_SIDECAR(
            (exchange, difference) -> exchange.question().version() < exchange.since()
                    && (exchange.ourStatus() == 410
                            || exchange.ours().toString().contains("too old resource version"))),

    /** A field selector takes any path. */
    ANY_FIELD_PATH((exchange, difference) -> (exchange.theirStatus() == 400
                    && exchange.question().has("fieldSelector")
                    && exchange.theirMessage().matches("(?s).*(known field selector|field label).*"))
            || exchange.ourMessage().startsWith("field path")),
    /** Protobuf, which is not served: neither as a form nor where forms are listed. */
    NO_PROTOBUF((exchange, difference) -> (difference.path().equals("/body/message")
                    && unbinary(difference.theirs().asText())
                            .equals(difference.ours().asText()))
            || (exchange.question().accept().contains("protobuf")
                    && (exchange.theirs().at("/headers/content-type").asText().contains("protobuf")
                            || exchange.ourStatus() == 406))),
    /** A 406 lists what can be had in the words of one of kube-apiserver's two layers, where either may speak there. */
    WORDS_OF_406((exchange, difference) -> exchange.theirStatus() == 406
            && exchange.ourStatus() == 406
            && difference.path().matches("/body/(message|details)")
            && exchange.question().path().startsWith("/apis/example.com")),
    /** Control characters that kube-apiserver does not escape in YAML, and so fails, are escaped here. */
    CONTROL_CHARACTERS_IN_YAML((exchange, difference) -> exchange.theirStatus() == 500
            && exchange.theirMessage().equals("yaml: control characters are not allowed")
            && exchange.ourStatus() == 200),
    /** That the client's own time is over is told in a Status. */
    TIMEOUT_IN_A_STATUS((exchange, difference) -> exchange.theirStatus() == 504
            && exchange.ourStatus() == 504
            && exchange.ourMessage().endsWith("within the allotted timeout")),
    /** Where kube-apiserver fails inside, the request is refused. */
    REFUSED_RATHER_THAN_FAILED((exchange, difference) ->
            exchange.theirStatus() == 500 && Set.of(400, 406).contains(exchange.ourStatus())),

    /** Nothing is written, whatever is wrong with the request beside that. */
    READ_ONLY((exchange, difference) -> !exchange.question().method().equals("GET") && exchange.ourStatus() == 405),
    /** Subresources are not there: the cache holds objects. */
    NO_SUBRESOURCES((exchange, difference) -> exchange.ourStatus() == 404
            && exchange.question().path().matches("/apis?/.*/(status|scale|log|proxy|finalize)")),
    /** Types that are not cached are not there. */
    ONLY_WHAT_IS_CACHED((exchange, difference) ->
            exchange.ourStatus() == 404 && exchange.question().path().equals("/api/v1/componentstatuses")),
    /** What is not there may be there for those who let reads be handed on, which the message says. */
    HINT_OF_PASSTHROUGH((exchange, difference) -> difference.path().equals("/body/message")
            && exchange.theirStatus() == 404
            && exchange.ourStatus() == 404
            && difference.ours().asText().startsWith(difference.theirs().asText() + ": ")
            && isHint(difference.ours().asText())),
    /** Discovery tells of what is cached, and of its reading. */
    DISCOVERY_OF_WHAT_IS_CACHED(
            (exchange, difference) -> exchange.question().path().matches("/(apis?/?|api/v1/?|apis/[^/]+(/[^/]+)?/?)?")
                    && (difference.path().equals("/headers/etag")
                            || difference.path().endsWith("/verbs")
                            || difference.path().equals("/body/paths")
                            || (difference.path().matches("/body/(groups|resources|items)/.*")
                                    && difference.onlyTheirs()))),
    /** Probes tell their own checks; what else the server has to tell of itself is not there. */
    PROBES_OF_THE_SIDECAR((exchange, difference) -> exchange.question().path().matches("/(healthz|livez|readyz)")
            ? exchange.question().has("verbose")
                    && difference.path().equals("/body")
                    && difference
                            .ours()
                            .asText()
                            .matches("(\\[\\+]\\S+ ok(: .*)?\n)+(healthz|livez|readyz) check passed\n")
            : exchange.question().path().matches("/((healthz|livez|readyz)/.+|metrics|\\.well-known/.+)")
                    && exchange.ourStatus() == 404
                    && isUnknownPath(exchange.ours())),
    /** What is not there is not there in other words: of a subresource, below groups of custom types, or of no group. */
    NOT_FOUND_EITHER_WAY((exchange, difference) -> exchange.theirStatus() == 404
            && exchange.ourStatus() == 404
            && exchange.ourMessage().startsWith("the server could not find the requested resource")
            && (difference.path().matches("/body/(message|details/.*)")
                    ? !exchange.question().path().matches(Rule.UP_TO_AN_OBJECT.formatted("[^/]+/[^/]+", "[^/]+"))
                    : exchange.question().path().matches("(?i)/apis/(example\\.com/|[^/]*%2f).*")
                            && !exchange.question()
                                    .path()
                                    .matches(Rule.UP_TO_AN_OBJECT.formatted("example.com/v1", "widgets"))
                            && isUnknownPath(exchange.theirs()))),
    /** A build without a stamp has a version that no client can read, which is made readable. */
    READABLE_VERSION((exchange, difference) -> difference.path().equals("/body/gitVersion")
            && difference.ours().asText().matches("v\\d+\\.\\d+\\.0")),
    /** A watch whose deadline has passed ends without a word. */
    PAST_DEADLINES((exchange, difference) -> exchange.question().query().contains("timeoutSeconds=-")
            && exchange.theirStatus() == 200
            && exchange.ourStatus() == 200),
    /** A path with a broken escape is refused in a Status. */
    BROKEN_ESCAPES((exchange, difference) ->
            exchange.theirs().at("/body").asText().equals("400 Bad Request") && exchange.ourStatus() == 400),
    /** An escaped slash does not divide the first part of a path from the second. */
    ESCAPED_ROOTS((exchange, difference) ->
            exchange.question().path().matches("(?i)/apis?%2f.*") && exchange.ourStatus() == 404),
    /** The target {@code *} is no path. */
    NO_STAR((exchange, difference) -> exchange.question().target().equals("*")),
    /** Ages are counted up to the second in which each was asked. */
    AGES_OF_ANOTHER_SECOND((exchange, difference) -> difference.path().contains("/cells/")
            && Ages.near(difference.theirs().asText(), difference.ours().asText())),
    /** Events, which kube-apiserver does not cache, are read here like all others. */
    EVENTS_ARE_CACHED((exchange, difference) -> exchange.question().path().contains("/events")
            && (difference.path().matches("/headers/retry-after|/body/details/retryAfterSeconds")
                    || (exchange.theirStatus() == 400 && exchange.ourStatus() == 500)
                    || (difference.path().matches("/body/(metadata/(continue|remainingItemCount)|items/.*)")
                            && exchange.question().query().matches("(.*&)?resourceVersion=0(&.*)?")
                            && exchange.question().has("limit")))),
    /** A WebSocket that is not asked for rightly is refused in a Status. */
    HANDSHAKES((exchange, difference) -> exchange.question().headers().containsKey("Upgrade")
            && exchange.ourStatus() == 400
            && exchange.theirStatus() == 400);

    /** Paths of collections and objects, of a group's version and a type. */
    private static final String UP_TO_AN_OBJECT = "/(api/v1|apis/%s)/(namespaces/[^/]+/)?%s(/[^/]+)?";

    @SuppressWarnings("ImmutableEnumChecker") // they are lambdas that hold nothing
    private final Where where;

    Rule(Where where) {
        this.where = where;
    }

    /** The rules that cover a difference. */
    static List<Rule> covering(Exchange exchange, Difference difference) {
        return Arrays.stream(values())
                .filter(rule -> rule.where.covers(exchange, difference))
                .toList();
    }

    private static boolean header(Difference difference, String... names) {
        return Set.of(names).contains(difference.path().replaceFirst("^/headers/", ""));
    }

    /** Whether it is a hash in base64. */
    private static boolean isHash(String value) {
        try {
            byte[] text = Base64.getDecoder().decode(value);
            return new String(text, StandardCharsets.US_ASCII).matches("sha256:[0-9a-f]{64}");
        } catch (IllegalArgumentException otherText) {
            return false;
        }
    }

    /** Whether a text says that what was asked for could be handed on. */
    private static boolean isHint(String text) {
        return text.matches(
                ".*\\S+ is not cached by Nearcache, which hands reads on .* only with upstream.passthrough: true\"?");
    }

    /** Whether it is the page of a path that nobody knows. */
    private static boolean isUnknownPath(JsonNode answer) {
        return answer.path("body").asText().equals("404 page not found\n");
    }

    /** A version as a number; 0 if it is none. */
    private static long number(JsonNode version) {
        return version.asText().matches("\\d{1,18}") ? version.asLong() : 0;
    }

    private static String numberless(JsonNode text) {
        return text.asText().replaceAll("(current: |too old resource version: \\d+ \\()\\d+", "$1");
    }

    private static List<String> sorted(JsonNode names) {
        return Arrays.stream(names.asText().split(", ", -1)).sorted().toList();
    }

    private static boolean isByVersion(String order) {
        long last = 0;
        for (String name : order.split(", ", -1)) {
            long version = name.equals("END") ? last : Long.parseLong(name.substring(name.lastIndexOf(' ') + 1));
            if (version < last) {
                return false;
            }
            last = version;
        }
        return true;
    }

    /** A list of media types without those that only kube-apiserver has. */
    private static String unbinary(String text) {
        return text.replaceAll(", application/vnd.kubernetes.protobuf(;stream=watch)?", "")
                .replace(", application/yaml, application/json;stream=watch", ", application/yaml");
    }

    private interface Where {
        boolean covers(Exchange exchange, Difference difference);
    }
}
