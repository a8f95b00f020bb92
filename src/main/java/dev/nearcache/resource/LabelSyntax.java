package dev.nearcache.resource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What label keys and values may look like, with kube-apiserver's messages (kubernetes-api.md 4.1). */
public final class LabelSyntax {
    private static final int NAME_LIMIT = 63;
    private static final int PREFIX_LIMIT = 253;
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE = "((" + "[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";
    private static final String DOMAIN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final Pattern NAME_PATTERN = Pattern.compile(NAME);
    private static final Pattern VALUE_PATTERN = Pattern.compile(VALUE);
    private static final Pattern DOMAIN_PATTERN = Pattern.compile(DOMAIN);

    private static final String NAME_RULE = "must consist of alphanumeric characters, '-', '_' or '.',"
            + " and must start and end with an alphanumeric character"
            + " (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '" + NAME + "')";
    private static final String VALUE_RULE = "a valid label must be an empty string or consist of alphanumeric"
            + " characters, '-', '_' or '.', and must start and end with an alphanumeric character"
            + " (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '" + VALUE + "')";
    private static final String DOMAIN_RULE = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character"
            + " (e.g. 'example.com', regex used for validation is '" + DOMAIN + "')";
    private static final String KEY_RULE = "a valid label key " + NAME_RULE
            + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";

    private LabelSyntax() {}

    /** Whether a label may have this key. */
    public static boolean isKey(String key) {
        return keyErrors("", key).isEmpty();
    }

    /** Whether a label may have this value. */
    public static boolean isValue(String value) {
        return valueErrors("", value).isEmpty();
    }

    /** What is wrong with a key: at most one message, which joins all faults. */
    static List<String> keyErrors(String path, String key) {
        List<String> faults = new ArrayList<>();
        String[] parts = key.split("/", -1);
        if (parts.length > 2) {
            faults.add(KEY_RULE);
        } else {
            if (parts.length == 2) {
                prefixFaults(parts[0], faults);
            }
            nameFaults(parts[parts.length - 1], faults);
        }
        return faults.isEmpty() ? List.of() : List.of(invalid(path, key, String.join("; ", faults)));
    }

    /** What is wrong with a value: one message a fault. */
    static List<String> valueErrors(String path, String value) {
        List<String> errors = new ArrayList<>();
        if (bytes(value) > NAME_LIMIT) {
            errors.add(invalid(path, value, tooLong(NAME_LIMIT)));
        }
        if (!VALUE_PATTERN.matcher(value).matches()) {
            errors.add(invalid(path, value, VALUE_RULE));
        }
        return errors;
    }

    private static void prefixFaults(String prefix, List<String> faults) {
        if (prefix.isEmpty()) {
            faults.add("prefix part must be non-empty");
            return;
        }
        if (bytes(prefix) > PREFIX_LIMIT) {
            faults.add("prefix part " + tooLong(PREFIX_LIMIT));
        }
        if (!DOMAIN_PATTERN.matcher(prefix).matches()) {
            faults.add("prefix part " + DOMAIN_RULE);
        }
    }

    private static void nameFaults(String name, List<String> faults) {
        if (name.isEmpty()) {
            faults.add("name part must be non-empty");
        } else if (bytes(name) > NAME_LIMIT) {
            faults.add("name part " + tooLong(NAME_LIMIT));
        }
        if (!NAME_PATTERN.matcher(name).matches()) {
            faults.add("name part " + NAME_RULE);
        }
    }

    private static String invalid(String path, String value, String fault) {
        return path + ": Invalid value: " + Quoted.of(value) + ": " + fault;
    }

    private static String tooLong(int limit) {
        return "must be no more than " + limit + " bytes";
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
