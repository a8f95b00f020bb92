package dev.nearcache.reflector;

import dev.nearcache.reflector.ReflectorState.Listing;
import dev.nearcache.reflector.ReflectorState.Pages;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.UpstreamException;
import java.util.function.Supplier;

/**
 * Asks for a list, page by page, and at once again where a refused version or a lost page allows it (reflector.md 1.7
 * and 1.8). Confined to one thread.
 */
final class PagedList {
    private final ListerWatcher source;
    private final Supplier<Allowance> allowances;
    private final Outcome outcome;
    private Allowance allowance = Allowance.UNLIMITED;

    /** Whose list it is. */
    interface Outcome extends Requests.Asker {
        /** The list is complete. */
        void listed(Listing last, Pages pages);

        /** The version that was asked for was refused; the newest is asked for at once. */
        void refused(Stage stage, UpstreamException failure);

        /** The rest of the pages is lost; the whole list is asked for at once. */
        void pagesLost(Listing listing, UpstreamException failure);

        /** It failed. */
        void failed(Listing listing, UpstreamException failure);
    }

    /** @param allowances what each list, with all its pages, may bring */
    PagedList(ListerWatcher source, Supplier<Allowance> allowances, Outcome outcome) {
        this.source = source;
        this.allowances = allowances;
        this.outcome = outcome;
    }

    /** Asks for a list from its start. */
    void ask(Listing listing) {
        allowance.close();
        allowance = allowances.get();
        askPage(listing);
    }

    private void askPage(Listing listing) {
        outcome.enter(listing);
        source.list(listing.options(), allowance)
                .onSuccess(page -> {
                    if (outcome.isIn(listing)) {
                        onPage(listing, page);
                    }
                })
                .onFailure(cause -> {
                    if (outcome.isIn(listing)) {
                        onFailure(listing, UpstreamException.from(cause));
                    }
                });
    }

    private void onPage(Listing listing, ListPage page) {
        if (page.continueToken().isEmpty()) {
            outcome.listed(listing, listing.pages().and(page));
            allowance.close();
        } else {
            askPage(listing.after(page));
        }
    }

    private void onFailure(Listing listing, UpstreamException failure) {
        allowance.close();
        switch (FailureDisposition.of(listing.stage(), failure.reason())) {
            case LIST_NEWEST -> {
                outcome.refused(listing.stage(), failure);
                ask(listing.newest());
            }
            case LIST_WHOLE -> {
                // To ask at once a second time would be a hot loop with a server that pages whatever it is asked for.
                if (listing.isWhole()) {
                    outcome.failed(listing, failure);
                } else {
                    outcome.pagesLost(listing, failure);
                    ask(listing.whole());
                }
            }
            case RELIST, REWATCH, POLL, STREAM, STREAM_NEWEST, LIST_INSTEAD -> outcome.failed(listing, failure);
        }
    }
}
