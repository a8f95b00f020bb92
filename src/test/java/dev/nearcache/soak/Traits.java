package dev.nearcache.soak;

/**
 * What selectors look at.
 *
 * @param namespace empty at cluster scope
 * @param team the value of the label {@link Selector#LABEL}, empty if there is none
 * @param node {@code spec.nodeName}, empty if there is none
 */
record Traits(String namespace, String team, String node) {}
