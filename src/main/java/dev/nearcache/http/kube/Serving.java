package dev.nearcache.http.kube;

import dev.nearcache.query.ChangeSignals;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.time.Timers;

/**
 * What one event loop needs to serve requests. The catalog, frames and streams are shared by all loops; the rest is this
 * loop's own.
 */
public record Serving(
        ResourceCatalog catalog,
        QueryService queries,
        ChangeSignals signals,
        PumpGroup pumps,
        Frames frames,
        PrinterSource printers,
        Origin origin,
        Documents documents,
        Relay relay,
        ReadThrough through,
        Probes probes,
        OpenStreams streams,
        Timers timers) {}
