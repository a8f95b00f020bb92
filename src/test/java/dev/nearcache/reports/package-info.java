/** Public reports of faults in programs like this one (docs/field-reports.md), each played to a whole sidecar. */
@NullMarked
package dev.nearcache.reports;

import org.jspecify.annotations.NullMarked;
