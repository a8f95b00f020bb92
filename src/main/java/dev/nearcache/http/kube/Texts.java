package dev.nearcache.http.kube;

import dev.nearcache.http.kube.Form.Shape;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;

/** Makes the text in which one request wants its objects. */
final class Texts {
    private final PrinterSource printers;
    private final InstantSource clock;

    /** @param clock to which ages in tables are counted */
    Texts(PrinterSource printers, InstantSource clock) {
        this.printers = printers;
        this.clock = clock;
    }

    /** What an answer is made of. */
    enum Target {
        ITEM,
        LIST,
        WATCH
    }

    /** The text; the future fails with a {@link StatusException} where a form does not fit the target. */
    Future<Text> of(HttpServerRequest request, Form form, Target target, ResourceType type) {
        TypeText plain = new TypeText(type);
        return switch (form.shape()) {
            case OBJECT -> Future.succeededFuture(plain);
            case METADATA ->
                target == Target.LIST
                        ? Future.failedFuture(Failures.listAsPartial(type).exception())
                        : Future.succeededFuture(new MetadataText(plain, form.version()));
            case METADATA_LIST ->
                target == Target.ITEM
                        ? Future.failedFuture(Failures.objectAsPartialList(type).exception())
                        : Future.succeededFuture(new MetadataText(plain, form.version()));
            case TABLE -> {
                TableText.Include include =
                        TableText.Include.parse(Parameters.of(request).get("includeObject"));
                yield printers.of(type).map(choice -> {
                    choice.doubt().ifPresent(doubt -> Freshness.warn(request.response(), doubt));
                    return new TableText(plain, choice.printer(), include, form.version(), clock);
                });
            }
        };
    }

    /**
     * Refuses a form that a watch cannot have.
     *
     * @throws StatusException 406 if it is no JSON, 400 if a table is to include what there is not
     */
    static void checkStreamed(HttpServerRequest request, Form form) {
        if (form.encoding() != Form.Encoding.JSON) {
            throw Failures.notStreamable().exception();
        }
        if (form.shape() == Shape.TABLE) {
            TableText.Include.parse(Parameters.of(request).get("includeObject"));
        }
    }

    /** Whether a watch in this form is over before it began, as kube-apiserver's is (kubernetes-api.md 2.6). */
    static boolean endsAtOnce(Form form) {
        return form.shape() == Shape.METADATA_LIST;
    }
}
