package dev.nearcache.differential;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A place in which two answers differ.
 *
 * @param path of the place, as a JSON pointer into the {@link View}, but for names without escapes; elements of lists
 *     that are not equally long stand by their name
 * @param theirs what the API server has there; missing if nothing
 * @param ours what the sidecar has there; missing if nothing
 */
record Difference(String path, JsonNode theirs, JsonNode ours) {
    private static final int SHOWN = 600;

    boolean onlyTheirs() {
        return ours.isMissingNode();
    }

    boolean onlyOurs() {
        return theirs.isMissingNode();
    }

    @Override
    public String toString() {
        return path + "\n      theirs: " + shown(theirs) + "\n      ours:   " + shown(ours);
    }

    private static String shown(JsonNode value) {
        String text = value.isMissingNode() ? "(nothing)" : value.toString();
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    }
}
