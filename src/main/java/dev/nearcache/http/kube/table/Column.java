package dev.nearcache.http.kube.table;

/**
 * A column, as clients are told of it.
 *
 * @param name as clients show it, in capitals of their own
 * @param type of its cells: {@code string}, {@code integer}, {@code date} and so on
 * @param format of a text; empty if it has none
 * @param description for people
 * @param priority 0 if it is always shown, 1 if only when there is room
 */
public record Column(String name, String type, String format, String description, int priority) {}
