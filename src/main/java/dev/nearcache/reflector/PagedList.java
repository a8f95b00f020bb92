package dev.nearcache.reflector;

import dev.nearcache.reflector.ReflectorState.Listing;
import dev.nearcache.reflector.ReflectorState.Pages;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.UpstreamException;

/**
 * Asks for a list, page by page, and at once again where a refused version or a lost page allows it (reflector.md 1.7
 * and 1.8). Confined to one thread.
 */
final class PagedList {
    private final ListerWatcher source;
    private final Outcome outcome;

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

    PagedList(ListerWatcher source, Outcome outcome) {
        this.source = source;
        this.outcome = outcome;
    }

    void ask(Listing listing) {
        outcome.enter(listing);
        source.list(listing.options())
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
        } else {
            ask(listing.after(page));
        }
    }

    private void onFailure(Listing listing, UpstreamException failure) {
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
