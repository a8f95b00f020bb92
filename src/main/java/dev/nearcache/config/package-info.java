/**
 * What the sidecar is told to do: a file, flags and environment variables, made into checked records.
 *
 * <p>Used by the root and by {@code cli}; it uses {@code resource} for names, field paths and
 * selectors. Nothing here opens a
 * connection or watches a file: text and an environment go in, {@link dev.nearcache.config.SidecarConfig} or a list of
 * problems comes out.
 *
 * <p>Decided: the file is read into a small tree that knows its lines, flags and variables are laid over that tree, and
 * one pass binds it, so that precedence (flags, then environment, then file, then default) is one operation and every
 * problem is reported at once with the place it came from. A key whose feature is not built is refused unless it holds
 * its inert default: a setting never does nothing in silence.
 *
 * <p>Rejected: binding by annotations (one problem at a time, and its text speaks of Java types, not of the file), and a
 * JSON schema (a second copy of the rules, without lines).
 */
@NullMarked
package dev.nearcache.config;

import org.jspecify.annotations.NullMarked;
