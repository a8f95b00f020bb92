package dev.nearcache.soak;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** One client of one stream: connects, reads as its manner is, and connects again, for ever. Confined to one event loop. */
final class StreamClient {
    private static final int OK = 200;
    private static final int GONE = 410;
    private static final long SOON = 300;

    /** What the script wants of the clients now. */
    enum Mood {
        /** Each is as its manner is. */
        AS_DRAWN,
        /** All read what there is, without delay. */
        PROMPT
    }

    private final Vertx vertx;
    private final HttpClient http;
    private final Dialect dialect;
    private final Manner manner;
    private final RandomGenerator random;
    private final StreamTally tally;
    private final Consumer<Throwable> onFault;
    private Mood mood = Mood.AS_DRAWN;
    private Connection current = new Connection(0, 0);
    private Runnable waiting = () -> {};

    StreamClient(
            Vertx vertx,
            HttpClient http,
            Dialect dialect,
            Manner manner,
            RandomGenerator random,
            StreamTally tally,
            Consumer<Throwable> onFault) {
        this.vertx = vertx;
        this.http = http;
        this.dialect = dialect;
        this.manner = manner;
        this.random = random;
        this.tally = tally;
        this.onFault = onFault;
    }

    void begin() {
        dialect.list().ifPresentOrElse(this::list, this::stream);
    }

    void mood(Mood now) {
        mood = now;
        if (mood == Mood.PROMPT) {
            current.hurry();
            waiting.run();
        }
    }

    private void list(String uri) {
        http.request(get(uri))
                .compose(request -> request.send())
                .compose(answer -> answer.body().map(body -> {
                    if (answer.statusCode() != OK) {
                        throw new IllegalStateException("status " + answer.statusCode());
                    }
                    return body;
                }))
                .onSuccess(body -> guard(() -> {
                    dialect.listed(body);
                    stream();
                }))
                .onFailure(failed -> {
                    tally.refused();
                    after(SOON, this::begin);
                });
    }

    private void stream() {
        Dialect.Opening opening = dialect.stream();
        RequestOptions options = get(opening.uri());
        opening.headers().forEach(options::putHeader);
        http.request(options)
                .compose(request -> request.send())
                .onSuccess(answer -> guard(() -> answered(answer)))
                .onFailure(failed -> {
                    tally.refused();
                    after(SOON, this::begin);
                });
    }

    private void answered(HttpClientResponse answer) {
        if (answer.statusCode() == OK) {
            tally.connected();
            dialect.opened();
            long life = mood == Mood.PROMPT ? 0 : manner.life(random);
            long bytes = mood == Mood.PROMPT ? Long.MAX_VALUE : manner.bytesUntilCut(random);
            current = new Connection(bytes, life);
            current.read(answer);
            return;
        }
        if (answer.statusCode() == GONE) {
            tally.expired();
            dialect.forget();
        } else {
            tally.refused();
        }
        answer.request().connection().close();
        after(SOON, this::begin);
    }

    private void over() {
        long absence = mood == Mood.PROMPT ? 1 : manner.absence(random);
        if (mood == Mood.AS_DRAWN && manner.comesBackNew(random)) {
            dialect.forget();
        }
        after(absence, this::begin);
    }

    /** Runs a task after a time, or at once if the script calls for it. */
    private void after(long millis, Runnable task) {
        long timer = vertx.setTimer(millis, due -> {
            waiting = () -> {};
            task.run();
        });
        waiting = () -> {
            if (vertx.cancelTimer(timer)) {
                waiting = () -> {};
                task.run();
            }
        };
    }

    /** A mistake of the sidecar that a dialect cannot make sense of must not be lost in a callback. */
    private void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException wrong) {
            onFault.accept(wrong);
        }
    }

    private static RequestOptions get(String uri) {
        return new RequestOptions().setMethod(HttpMethod.GET).setURI(uri);
    }

    /** One connection, from its head to its end. */
    private final class Connection {
        enum Phase {
            OPEN,
            OVER
        }

        private final Lines lines = new Lines();
        private final long life;
        private long left;
        private Phase phase = Phase.OPEN;
        private Runnable resume = () -> {};
        private Runnable close = () -> {};

        Connection(long bytes, long life) {
            this.left = bytes;
            this.life = life;
        }

        void read(HttpClientResponse answer) {
            close = () -> {
                answer.request().connection().close();
                end();
            };
            resume = answer::resume;
            answer.exceptionHandler(cut -> end());
            answer.endHandler(end -> close.run());
            answer.handler(piece -> guard(() -> take(piece, answer)));
            if (life > 0) {
                vertx.setTimer(life, over -> {
                    if (mood == Mood.AS_DRAWN) {
                        close.run();
                    }
                });
            }
        }

        private void end() {
            if (phase == Phase.OPEN) {
                phase = Phase.OVER;
                over();
            }
        }

        private void take(Buffer piece, HttpClientResponse answer) {
            if (phase == Phase.OVER) {
                // What was still on its way when the client was cut does not reach it.
                return;
            }
            int length = (int) Math.min(left, piece.length());
            left -= length;
            if (!lines.feed(piece, length, line -> dialect.line(line) == Dialect.Next.GO_ON) || left == 0) {
                close.run();
                return;
            }
            long pause = mood == Mood.PROMPT ? 0 : manner.pauseAfter(piece.length(), random);
            if (pause > 0) {
                answer.pause();
                vertx.setTimer(pause, over -> resume.run());
            }
        }

        void hurry() {
            left = Long.MAX_VALUE;
            resume.run();
        }
    }
}
