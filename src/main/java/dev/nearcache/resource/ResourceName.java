package dev.nearcache.resource;

import java.util.regex.Pattern;

/**
 * A type as a user names it, in kubectl's form: {@code pods}, {@code deployments.apps}, {@code deployments.v1.apps},
 * {@code widgets.v1.example.com}.
 *
 * @param plural the resource, in lower case
 * @param version empty if any served version will do
 * @param group empty for the core group
 */
public record ResourceName(String plural, String version, String group) {
    private static final Pattern VERSION = Pattern.compile("v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern GROUP =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException saying what the form is
     */
    public static ResourceName parse(String text) {
        int dot = text.indexOf('.');
        String plural = dot < 0 ? text : text.substring(0, dot);
        String rest = dot < 0 ? "" : text.substring(dot + 1);
        int second = rest.indexOf('.');
        String first = second < 0 ? rest : rest.substring(0, second);
        boolean versioned = VERSION.matcher(first).matches();
        String version = versioned ? first : "";
        String group = versioned ? (second < 0 ? "" : rest.substring(second + 1)) : rest;
        if (!LABEL.matcher(plural).matches()
                || (dot >= 0 && rest.isEmpty())
                || (!group.isEmpty() && !GROUP.matcher(group).matches())) {
            throw new IllegalArgumentException("\"" + text
                    + "\" is not a resource name: write it as pods, deployments.apps or widgets.v1.example.com");
        }
        return new ResourceName(plural, version, group);
    }

    /** The short form that is used wherever we name the type: {@code pods}, {@code deployments.apps}. */
    @Override
    public String toString() {
        String versioned = version.isEmpty() ? plural : plural + "." + version;
        return group.isEmpty() ? versioned : versioned + "." + group;
    }
}
