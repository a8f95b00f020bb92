package dev.nearcache.config;

import java.time.Duration;

/**
 * How much of the past of each type is kept for clients that resume; whichever limit is met first counts.
 *
 * @param events the most events
 * @param bytes the most bytes of their objects
 * @param age the oldest event
 */
public record HistoryConfig(int events, long bytes, Duration age) {}
