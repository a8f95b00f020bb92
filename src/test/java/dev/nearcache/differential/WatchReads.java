package dev.nearcache.differential;

import dev.nearcache.differential.World.Served;

/** Requests for watches, which all end soon: by their own deadline, or since they are left. */
final class WatchReads {
    private final World world;
    private final Dice dice;
    private final Reads reads;

    WatchReads(World world, Dice dice) {
        this.world = world;
        this.dice = dice;
        this.reads = new Reads(world, dice);
    }

    Question watch() {
        Served type = dice.percent(40) ? reads.busy() : dice.of(world.types());
        boolean old = dice.percent(8);
        Query query = new Query();
        if (!old || dice.percent(20)) {
            query.raw(dice.of("watch=1", "watch=true", "watch=1", "watch", "watch=yes", "watch=TRUE"));
        }
        if (dice.percent(65)) {
            query.add("resourceVersion", reads.version());
        }
        if (dice.percent(35)) {
            initial(query);
        }
        if (dice.percent(45)) {
            query.raw(dice.of("allowWatchBookmarks=true", "allowWatchBookmarks=1", "allowWatchBookmarks=false"));
        }
        reads.selected(query, type);
        if (dice.percent(5)) {
            query.raw(dice.of("limit=1", "continue=x", "limit=x"));
        }
        boolean ends = dice.percent(95);
        if (ends) {
            query.raw(dice.of("timeoutSeconds=1", "timeoutSeconds=1", "timeoutSeconds=1", "timeoutSeconds=-1"));
        } else if (dice.percent(40)) {
            query.raw(dice.of("timeoutSeconds=0", "timeoutSeconds=x", "timeoutSeconds="));
        }
        reads.common(query);
        String namespace = reads.namespace();
        Question question = Question.get(query.on(old ? type.watchPath(namespace) : type.path(namespace)));
        return Forms.in(ends ? question : question.endless(), dice);
    }

    private void initial(Query query) {
        query.raw(dice.of(
                "sendInitialEvents=true", "sendInitialEvents=true", "sendInitialEvents=false", "sendInitialEvents"));
        if (dice.percent(85)) {
            query.raw(dice.of(
                    "resourceVersionMatch=NotOlderThan",
                    "resourceVersionMatch=NotOlderThan",
                    "resourceVersionMatch=NotOlderThan",
                    "resourceVersionMatch=NotOlderThan",
                    "resourceVersionMatch=Exact",
                    "resourceVersionMatch=foo",
                    "resourceVersionMatch="));
        }
    }
}
