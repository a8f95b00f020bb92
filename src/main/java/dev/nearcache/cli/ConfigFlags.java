package dev.nearcache.cli;

import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.Setting;
import dev.nearcache.config.SidecarConfig;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The flags of a configuration: {@code --config}, and one for each {@link Setting}. */
final class ConfigFlags {
    private static final String CONFIG = "--config";
    private static final String CONFIG_VARIABLE = "NEARCACHE_CONFIG";

    private ConfigFlags() {}

    static void addTo(CommandSpec command) {
        command.addOption(OptionSpec.builder(CONFIG)
                .paramLabel("FILE")
                .type(String.class)
                .description("configuration file (" + CONFIG_VARIABLE + ")")
                .build());
        for (Setting setting : Setting.values()) {
            command.addOption(option(setting));
        }
    }

    private static OptionSpec option(Setting setting) {
        OptionSpec.Builder option = OptionSpec.builder(setting.flag())
                .paramLabel(setting.label())
                .description(setting.description() + " (" + setting.variable() + ")");
        return switch (setting.form()) {
            case ONE -> option.type(String.class).build();
            case SWITCH -> option.type(boolean.class).arity("0").build();
            case MANY ->
                option.type(List.class)
                        .auxiliaryTypes(String.class)
                        .splitRegex(",")
                        .build();
        };
    }

    /**
     * The configuration that these flags, the environment and the file make together.
     *
     * @throws dev.nearcache.config.ConfigException with everything that is wrong
     */
    static SidecarConfig load(ParseResult flags, Map<String, String> environment) {
        Optional<String> named = Optional.ofNullable(flags.<String>matchedOptionValue(CONFIG, null))
                .or(() -> Optional.ofNullable(environment.get(CONFIG_VARIABLE)).filter(name -> !name.isEmpty()));
        ConfigFile file = named.map(name -> ConfigFile.read(Path.of(name))).orElseGet(ConfigFile::none);
        return SidecarConfig.load(file, given(flags), environment);
    }

    private static Map<Setting, List<String>> given(ParseResult flags) {
        Map<Setting, List<String>> given = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (flags.hasMatchedOption(setting.flag())) {
                given.put(setting, values(flags, setting));
            }
        }
        return given;
    }

    private static List<String> values(ParseResult flags, Setting setting) {
        return switch (setting.form()) {
            case ONE -> List.of(flags.<String>matchedOptionValue(setting.flag(), ""));
            case SWITCH -> List.of("true");
            case MANY -> flags.matchedOptionValue(setting.flag(), List.of());
        };
    }
}
