package dev.nearcache.differential;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends requests to both, some at a time, and keeps what came of them. */
final class Runner {
    private static final int AT_ONCE = 10;

    /** How often what differs is asked again, if it is only what moves. */
    private static final int ATTEMPTS = 8;

    private static final int PAGES = 3;

    private final Server theirs;
    private final Server ours;
    private final long since;
    private final Tally tally = new Tally();

    /** @param since the version from which on the sidecar knows every change */
    Runner(Server theirs, Server ours, long since) {
        this.theirs = theirs;
        this.ours = ours;
        this.since = since;
    }

    Tally run(Requests requests, int first, int count) {
        ExecutorService asked = Executors.newCachedThreadPool();
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        AtomicInteger next = new AtomicInteger(first);
        List<CompletableFuture<Void>> done = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            done.add(CompletableFuture.runAsync(
                    () -> {
                        for (int index = next.getAndIncrement();
                                index < first + count;
                                index = next.getAndIncrement()) {
                            compare(index, requests.request(index), asked);
                        }
                    },
                    workers));
        }
        try {
            CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).join();
        } finally {
            workers.shutdownNow();
            asked.shutdownNow();
        }
        return tally;
    }

    /** Asks, and follows the tokens of a list in pages: each side's its own. */
    private void compare(int index, Question question, ExecutorService asked) {
        Question ofThem = question;
        Question ofUs = question;
        for (int page = 0; page < PAGES; page++) {
            Exchange exchange = settled(ofThem, ofUs, asked);
            tally.add(index, exchange, ours.url());
            String theirToken = View.next(exchange.theirs());
            String ourToken = View.next(exchange.ours());
            if (theirToken.isEmpty() || ourToken.isEmpty()) {
                return;
            }
            ofThem = question.continued(theirToken);
            ofUs = question.continued(ourToken);
        }
    }

    private Exchange settled(Question ofThem, Question ofUs, ExecutorService asked) {
        Exchange exchange = ask(ofThem, ofUs, asked);
        for (int attempt = 1; attempt < ATTEMPTS && Moving.only(exchange.judge().left()); attempt++) {
            tally.repeated();
            exchange = ask(ofThem, ofUs, asked);
        }
        return exchange;
    }

    private Exchange ask(Question ofThem, Question ofUs, ExecutorService asked) {
        CompletableFuture<JsonNode> theirView = CompletableFuture.supplyAsync(() -> view(theirs, ofThem), asked);
        JsonNode ourView = view(ours, ofUs);
        return new Exchange(ofThem, theirView.join(), ourView, since);
    }

    private static JsonNode view(Server server, Question question) {
        try {
            return View.of(server.ask(question));
        } catch (IOException | RuntimeException none) {
            return View.none(none);
        }
    }
}
