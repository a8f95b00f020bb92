package dev.nearcache.config;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Lays flags and environment variables over what the file says. */
final class Overlay {
    private static final Pattern COMMA = Pattern.compile(",");

    private Overlay() {}

    static ConfigNode.Mapping variables(ConfigNode.Mapping tree, Map<String, String> environment) {
        ConfigNode.Mapping result = tree;
        for (Setting setting : Setting.values()) {
            String value = environment.getOrDefault(setting.variable(), "");
            if (!value.isEmpty()) {
                result = with(result, setting, setting.variable(), words(setting, value));
            }
        }
        return result;
    }

    static ConfigNode.Mapping flags(ConfigNode.Mapping tree, Map<Setting, List<String>> flags) {
        ConfigNode.Mapping result = tree;
        for (Map.Entry<Setting, List<String>> flag : flags.entrySet()) {
            result = with(result, flag.getKey(), flag.getKey().flag(), flag.getValue());
        }
        return result;
    }

    private static ConfigNode.Mapping with(
            ConfigNode.Mapping tree, Setting setting, String origin, List<String> values) {
        return tree.with(List.of(setting.path().split("\\.")), setting.node(origin, values));
    }

    private static List<String> words(Setting setting, String value) {
        return switch (setting.form()) {
            case ONE, SWITCH -> List.of(value);
            case MANY -> COMMA.splitAsStream(value).map(String::strip).toList();
        };
    }
}
