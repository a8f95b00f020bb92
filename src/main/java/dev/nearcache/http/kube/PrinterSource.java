package dev.nearcache.http.kube;

import dev.nearcache.http.kube.table.Printer;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import java.util.Optional;

/** Which printer shows which type. Custom types say so in their definitions, which may have to be read first. */
public interface PrinterSource {
    /** The printer of a type; the future is done on the event loop that asks, and never fails. */
    Future<Choice> of(ResourceType type);

    /**
     * The printer of a type.
     *
     * @param doubt why it may not be the one that the type asks for; empty if it is
     */
    record Choice(Printer printer, Optional<String> doubt) {
        /** The printer that the type asks for. */
        static Choice certain(Printer printer) {
            return new Choice(printer, Optional.empty());
        }
    }
}
