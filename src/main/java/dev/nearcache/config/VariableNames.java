package dev.nearcache.config;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds misspelt variables: one that begins with our prefix is meant for us, and must not be ignored in silence. */
final class VariableNames {
    private static final String PREFIX = "NEARCACHE_";

    /** Those that are no setting: of the command line and the launcher, and the address that applications are given. */
    private static final Set<String> OTHERS = Set.of("CONFIG", "LOG_FORMAT", "LOG_LEVEL", "JAVA_OPTS", "URL");

    /** What Kubernetes sets for each port of a Service whose name is nearcache, or begins with it. */
    private static final Pattern SERVICE_LINK = Pattern.compile(
            "(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");

    private VariableNames() {}

    static void rejectUnknown(Map<String, String> environment, Problems problems) {
        Set<String> known = known();
        for (String variable : new TreeSet<>(environment.keySet())) {
            if (variable.startsWith(PREFIX)
                    && !known.contains(variable.substring(PREFIX.length()))
                    && !isServiceLink(variable.substring(PREFIX.length()), environment.getOrDefault(variable, ""))) {
                String guess = NearestName.of(variable.substring(PREFIX.length()), known)
                        .map(name -> "did you mean " + PREFIX + name + "? ")
                        .orElse("");
                problems.add(
                        variable,
                        "",
                        "unknown variable; " + guess + "known after " + PREFIX + ": " + String.join(", ", known));
            }
        }
    }

    private static boolean isServiceLink(String name, String value) {
        return SERVICE_LINK.matcher(name).matches()
                || (name.endsWith("_PORT") && SERVICE_ADDRESS.matcher(value).matches());
    }

    private static Set<String> known() {
        return Stream.concat(Stream.of(Setting.values()).map(Setting::name), OTHERS.stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
