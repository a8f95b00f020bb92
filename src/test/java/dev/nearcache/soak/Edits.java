package dev.nearcache.soak;

import dev.nearcache.simulator.World;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Changes beside those that the cluster makes by itself: objects move between the selections; and of the types that would
 * rest otherwise, some come and go. For the script's thread; what is refused, since there is none or one already, is let be.
 */
final class Edits {
    private static final Set<SoakType> AT_REST = EnumSet.of(SoakType.SERVICES, SoakType.REPLICASETS);
    private static final int AT_ONCE = 3;
    private static final int NAMES = 12;

    private final World world;
    private final RandomGenerator random;

    Edits(World world, RandomGenerator random) {
        this.world = world;
        this.random = random;
    }

    /** Some of each. */
    void make() {
        EnumSet.of(SoakType.PODS, SoakType.draw(random)).forEach(this::relabel);
        for (SoakType type : AT_REST) {
            for (int i = 0; i < AT_ONCE; i++) {
                edit(type);
            }
        }
    }

    private void edit(SoakType type) {
        switch (random.nextInt(10)) {
            case 0 -> delete(type);
            case 1 -> create(type);
            default -> relabel(type);
        }
    }

    private void relabel(SoakType type) {
        int number = random.nextInt(Integer.MAX_VALUE);
        String patch = "{\"metadata\":{\"annotations\":{\"edit\":\"" + number + "\"}," + label() + "}}";
        world.list(type.resource())
                .map(objects -> objects.get(number % objects.size()))
                .compose(object -> world.patch(type.resource(), object.namespace(), object.name(), patch))
                .onFailure(gone -> {});
    }

    private void delete(SoakType type) {
        int number = random.nextInt(Integer.MAX_VALUE);
        world.list(type.resource())
                .map(objects -> objects.get(number % objects.size()))
                .compose(object -> world.delete(type.resource(), object.namespace(), object.name()))
                .onFailure(gone -> {});
    }

    private void create(SoakType type) {
        String json = "{\"metadata\":{\"name\":\"edit-" + random.nextInt(NAMES) + "\"," + label() + "}}";
        world.create(type.resource(), Draw.of(SoakType.TEAMS, random), json).onFailure(there -> {});
    }

    private String label() {
        int team = random.nextInt(Selector.TEAMS.size() + 1);
        String value = team == Selector.TEAMS.size() ? "null" : "\"" + Selector.TEAMS.get(team) + "\"";
        return "\"labels\":{\"" + Selector.LABEL + "\":" + value + "}";
    }
}
