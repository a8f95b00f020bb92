package dev.nearcache.config;

/**
 * The port of probes and metrics, which serves no object data.
 *
 * @param address the address it listens on
 * @param port 0 for any free one
 */
public record ManagementConfig(String address, int port) {}
