package dev.nearcache.upstream;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Materials that belong together and may be replaced in their files at any time. Reads files, so it blocks; its looks
 * must not overlap.
 *
 * <p>Files are compared by content, not by time: a mounted Secret is swapped by a symbolic link whose target may be as
 * old as it likes. New contents are taken over when two looks in a row found the same, so that a file which is just
 * being written, or a key without its certificate, is let pass.
 */
final class Rotation {
    private static final Logger LOG = LoggerFactory.getLogger(Rotation.class);

    private final String what;
    private final List<Material> materials;
    private final Consumer<Map<Material, String>> adopt;
    private Map<Material, String> adopted;
    private Map<Material, String> seen;

    /** What was wrong last, so that it is not logged each second. */
    private String complaint = "";

    /**
     * Reads and takes over the first contents.
     *
     * @param what they are, for the log
     * @param adopt takes contents over, or throws {@link ClusterAccessException} and leaves the former in force
     * @throws ClusterAccessException if a file cannot be read or is of no use
     */
    Rotation(String what, List<Material> materials, Consumer<Map<Material, String>> adopt) {
        this.what = what;
        this.materials = List.copyOf(materials);
        this.adopt = adopt;
        this.adopted = contents();
        this.seen = adopted;
        adopt.accept(adopted);
    }

    /** Whether anything can change at all. */
    boolean rotates() {
        return materials.stream().anyMatch(Material.InFile.class::isInstance);
    }

    /**
     * Takes over what has changed for good since the last look; what is of no use is logged once and let lie.
     *
     * @return whether something was taken over
     */
    boolean look() {
        Map<Material, String> before = seen;
        try {
            seen = contents();
            return seen.equals(before) && !seen.equals(adopted) && takeOver();
        } catch (ClusterAccessException useless) {
            complain(String.valueOf(useless.getMessage()));
            return false;
        }
    }

    /**
     * Takes over what has changed, settled or not.
     *
     * @return whether something was taken over
     */
    boolean adoptNow() {
        try {
            seen = contents();
            return !seen.equals(adopted) && takeOver();
        } catch (ClusterAccessException useless) {
            complain(String.valueOf(useless.getMessage()));
            return false;
        }
    }

    private boolean takeOver() {
        adopted = seen;
        adopt.accept(adopted);
        complaint = "";
        LOG.atInfo().addKeyValue("what", what).log("credentials renewed");
        return true;
    }

    private void complain(String problem) {
        if (!problem.equals(complaint)) {
            complaint = problem;
            LOG.atWarn()
                    .addKeyValue("what", what)
                    .addKeyValue("error", problem)
                    .log("credentials not renewed, the former stay in use");
        }
    }

    private Map<Material, String> contents() {
        Map<Material, String> contents = new HashMap<>();
        materials.forEach(material -> contents.put(material, material.read()));
        return contents;
    }
}
