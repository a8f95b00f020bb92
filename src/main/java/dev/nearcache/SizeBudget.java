package dev.nearcache;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.SizeLimits;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.ResourceCache;
import dev.nearcache.store.Scope;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Holds one type to its limits of size. Counts what its lists bring while they come, those of all its namespaces together,
 * and looks at what is held after each change. When either is too much, everything is let go, and each reflector begins
 * again after a wait. Confined to the type's loop.
 *
 * <p>A list is counted apart from what is held, since it takes its place: so there are never more than twice the limit, and
 * the unchanged objects of a list are those that are held.
 */
final class SizeBudget {
    private final SizeLimits limits;
    private final ResourceCache cache;
    private final Timers timers;
    private final List<Part> parts = new ArrayList<>();

    /** What the lists that are under way have brought. */
    private long objects;

    private long bytes;

    /** Why everything is about to be let go. */
    private Optional<UpstreamException> excess = Optional.empty();

    SizeBudget(SizeLimits limits, ResourceCache cache, Timers timers) {
        this.limits = limits;
        this.cache = cache;
        this.timers = timers;
        cache.onChange(this::look);
    }

    /** The part of one of the cache's scopes. */
    Part part(Scope scope) {
        Part part = new Part(scope);
        parts.add(part);
        return part;
    }

    private void look() {
        CacheState state = cache.state();
        limits.exceededBy(state.objects().size(), state.bytes())
                .map(SizeBudget::over)
                .ifPresent(this::exceeded);
    }

    private static UpstreamException over(String what) {
        return new UpstreamException(Reason.OVER_LIMIT, what + "; nothing of it is kept until it fits", null);
    }

    /** Not at once, since it is found within a call of what has to be stopped. */
    private void exceeded(UpstreamException why) {
        if (excess.isEmpty()) {
            excess = Optional.of(why);
            timers.defer(() -> letGo(why));
        }
    }

    /** The reflectors first: readers are woken with the objects gone, and find the reason. */
    private void letGo(UpstreamException why) {
        excess = Optional.empty();
        parts.forEach(part -> part.letGo(why));
        cache.drop();
    }

    /** What one reflector may list. Gives each of its lists an allowance; the one before ends with it. */
    final class Part implements Supplier<Allowance>, ReflectorObserver {
        private final Scope scope;
        private Account account = new Account();
        private Standing standing = Standing.WITHIN;
        private Consumer<UpstreamException> onDrop = why -> {};

        private enum Standing {
            WITHIN,
            /** It was told, or has found itself, that there is too much, and waits. */
            OVER
        }

        Part(Scope scope) {
            this.scope = scope;
        }

        /** Who is to list again once everything was let go, and did not find out itself. */
        void onDrop(Consumer<UpstreamException> begin) {
            onDrop = begin;
        }

        @Override
        public Allowance get() {
            account.close();
            standing = Standing.WITHIN;
            account = new Account();
            return account;
        }

        @Override
        public void failed(Failure failure) {
            if (failure.reason() != Reason.OVER_LIMIT) {
                if (!failure.delay().isZero()) {
                    cache.excuse(scope);
                }
            } else if (standing == Standing.WITHIN) {
                standing = Standing.OVER;
                exceeded(new UpstreamException(Reason.OVER_LIMIT, failure.message(), null));
            }
        }

        @Override
        public void refreshFailed(RefreshCause cause, UpstreamException failure) {
            if (failure.reason() == Reason.OVER_LIMIT) {
                exceeded(failure);
            }
        }

        private void letGo(UpstreamException why) {
            account.close();
            if (standing == Standing.WITHIN) {
                standing = Standing.OVER;
                onDrop.accept(why);
            }
        }
    }

    /** Counts one list. */
    private final class Account implements Allowance {
        private long taken;
        private long size;
        private Course course = Course.OPEN;

        private enum Course {
            OPEN,
            CLOSED
        }

        @Override
        public Optional<UpstreamException> take(KubeObject object) {
            if (course == Course.CLOSED) {
                return Optional.of(new UpstreamException(Reason.REJECTED, "the list was given up", null));
            }
            count(1, object.body().jsonLength());
            return limits.exceededBy(objects, bytes).map(SizeBudget::over);
        }

        @Override
        public void giveBack(KubeObject object) {
            if (course == Course.OPEN) {
                count(-1, -object.body().jsonLength());
            }
        }

        @Override
        public void close() {
            count(-taken, -size);
            course = Course.CLOSED;
        }

        private void count(long more, long longer) {
            taken += more;
            size += longer;
            objects += more;
            bytes += longer;
        }
    }
}
