package dev.nearcache.upstream;

import dev.nearcache.upstream.UpstreamException.Reason;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a failure below HTTP is to the rooms above, and to people. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    /** More causes than any failure has that does not go round in a circle. */
    private static final int DEEPEST = 20;

    /** The class of a failure, as some messages name it, with what binds it to the rest. */
    private static final Pattern CLASS_NAME =
            Pattern.compile("\\b(?:[a-z][\\w$]*\\.)*[A-Z][\\w$]*(?:Exception|Error)\\b\\s*:?\\s*");

    private static final Pattern NOTHING = Pattern.compile("(?:[\\s:]|\\bnull\\b|Failed to create SSL connection)*");
    private static final String UNSAID = "it failed, and nothing says why";

    /** What is said instead of the message of a failure that names its kind alone, or is no sentence. */
    private static final List<Wording> WORDINGS = List.of(
            new Wording(kind(UnknownHostException.class), "the name of the host cannot be resolved"),
            new Wording(says("refused").and(kind(ConnectException.class)), "connection refused"),
            new Wording(kind(NoRouteToHostException.class).or(says("unreachable")), "there is no route to the host"),
            new Wording(says("connection timed out"), "the connection could not be made in time"),
            new Wording(says("handshake timed out"), "the TLS handshake did not end in time"),
            new Wording(
                    says("not an SSL/TLS record"),
                    "it does not speak TLS; if that is meant, write its address as http://"),
            new Wording(
                    kind(CertPathBuilderException.class),
                    "the server's certificate is signed by no authority that is trusted"),
            new Wording(kind(CertificateExpiredException.class), "the server's certificate has expired"),
            new Wording(kind(CertificateNotYetValidException.class), "the server's certificate is not valid yet"),
            new Wording(says("stream reset"), "the server broke off"),
            new Wording(says("connection reset").or(says("broken pipe")), "the connection was reset"),
            new Wording(kind(ClosedChannelException.class).or(says("was closed")), "the connection was closed"),
            new Wording(kind(TimeoutException.class), "no answer in time"),
            new Wording(kind(NoSuchFileException.class), "there is no such file"),
            new Wording(kind(AccessDeniedException.class), "access is denied"));

    private record Wording(Predicate<Throwable> kind, String words) {}

    private Failures() {}

    /** The failure with its one reason; one that has it already stays as it is. */
    static UpstreamException of(String server, Throwable failure) {
        if (failure instanceof UpstreamException upstream) {
            return upstream;
        }
        Reason reason = refused(failure) ? Reason.CONNECTION_REFUSED : Reason.UNREACHABLE;
        return new UpstreamException(reason, server + ": " + words(failure), failure);
    }

    /** A failure as it is, or one of a kind that nobody foresaw, which the log shows whole. */
    static UpstreamException known(Throwable failure) {
        if (failure instanceof UpstreamException upstream) {
            return upstream;
        }
        LOG.atError().setCause(failure).log("a list or watch failed in a way that nobody foresaw");
        return new UpstreamException(Reason.BAD_ANSWER, "unexpected failure: " + words(failure), failure);
    }

    /** The operating system's ECONNREFUSED, anywhere in the chain; a connect timeout is a ConnectException too. */
    private static boolean refused(Throwable failure) {
        return causes(failure).anyMatch(kind(ConnectException.class).and(says("refused")));
    }

    /**
     * What failed, for people: never empty, and without the name of a Java class. A failure of TLS says that it is one
     * before it says why.
     */
    static String words(Throwable failure) {
        String words = causes(failure)
                .flatMap(cause -> WORDINGS.stream()
                        .filter(wording -> wording.kind().test(cause))
                        .map(Wording::words))
                .findFirst()
                .orElseGet(() -> message(failure));
        boolean tls = causes(failure).anyMatch(kind(SSLException.class)) && !words.contains("TLS");
        return tls ? "TLS: " + words : words;
    }

    /** The first that says anything. */
    private static String message(Throwable failure) {
        return causes(failure)
                .map(cause -> readable(String.valueOf(cause.getMessage())))
                .filter(message -> !NOTHING.matcher(message).matches())
                .findFirst()
                .orElse(UNSAID);
    }

    private static String readable(String message) {
        return CLASS_NAME.matcher(message).replaceAll("").strip();
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(DEEPEST);
    }

    private static Predicate<Throwable> kind(Class<? extends Throwable> type) {
        return type::isInstance;
    }

    private static Predicate<Throwable> says(String part) {
        String lower = part.toLowerCase(Locale.ROOT);
        return failure ->
                String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains(lower);
    }
}
