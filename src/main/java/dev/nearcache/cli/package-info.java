/**
 * The commands of {@code nearcache}: what a person or a pod runs.
 *
 * <p>The outermost room: nothing uses it, and it uses the root (the sidecar), {@code config} and {@code simulator}. Here
 * alone the process is spoken of: arguments, environment, terminal, signals, exit codes, the set-up of logging.
 *
 * <p>Decided: exit codes are 0 for a clean stop, 1 for a failure, 2 for wrong usage or configuration, 3 for want of
 * memory; an expected failure is one line on standard error, never a stack trace. Results go to standard output, logs and progress to standard error.
 * The flags of a configuration come from {@link dev.nearcache.config.Setting}, so file, flags and variables cannot
 * drift apart. A signal is met by a shutdown hook, since the JDK offers no public way to handle signals; it closes in
 * order and then ends the process with 0, where the JVM by itself would end with 143.
 */
@NullMarked
package dev.nearcache.cli;

import org.jspecify.annotations.NullMarked;
