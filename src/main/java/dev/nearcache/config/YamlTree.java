package dev.nearcache.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads YAML text into nodes that know their lines. Confined to one thread. */
final class YamlTree {
    private final String file;
    private final YAMLParser parser;
    private final Variables variables;
    private final Problems problems;

    private YamlTree(String file, YAMLParser parser, Variables variables, Problems problems) {
        this.file = file;
        this.parser = parser;
        this.variables = variables;
        this.problems = problems;
    }

    /**
     * The file's content; what is wrong with its form is added to the problems, and the rest is read all the same.
     *
     * @throws ConfigException if it is not YAML: with that alone, since whatever else was found may follow from it
     */
    static ConfigNode.Mapping read(ConfigFile file, Variables variables, Problems problems) {
        try (YAMLParser parser = new YAMLFactory().createParser(file.text())) {
            return new YamlTree(file.name(), parser, variables, problems).document();
        } catch (JsonProcessingException syntax) {
            throw new ConfigException(List.of(SyntaxProblem.of(file.name(), syntax)));
        } catch (IOException broken) {
            throw new ConfigException(List.of(new Problem(file.name(), "", "cannot be read: " + broken.getMessage())));
        }
    }

    private ConfigNode.Mapping document() throws IOException {
        ConfigNode.Mapping empty = new ConfigNode.Mapping(file, Map.of());
        if (parser.nextToken() == null) {
            return empty;
        }
        ConfigNode root = value("", here());
        if (parser.nextToken() != null) {
            problems.add(here(), "", "a second YAML document: only one is read");
        }
        if (root instanceof ConfigNode.Mapping mapping) {
            return mapping;
        }
        if (!(root instanceof ConfigNode.Nothing)) {
            problems.add(root.origin(), "", "must be a mapping of settings, but is " + root.what());
        }
        return empty;
    }

    private ConfigNode value(String path, String origin) throws IOException {
        if (parser.isCurrentAlias()) {
            problems.add(origin, path, "YAML aliases are not read: write the value out");
            return new ConfigNode.Nothing(origin);
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return mapping(path, origin);
        }
        if (token == JsonToken.START_ARRAY) {
            return sequence(path, origin);
        }
        if (token == JsonToken.VALUE_NULL) {
            return new ConfigNode.Nothing(origin);
        }
        return variables
                .replaceIn(parser.getText(), message -> problems.add(origin, path, message))
                .<ConfigNode>map(text -> new ConfigNode.Scalar(origin, text))
                .orElse(new ConfigNode.Nothing(origin));
    }

    private ConfigNode mapping(String path, String origin) throws IOException {
        Map<String, ConfigNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            String place = here();
            String child = path.isEmpty() ? key : path + "." + key;
            parser.nextToken();
            ConfigNode value = value(child, place);
            ConfigNode earlier = entries.putIfAbsent(key, value);
            if (earlier != null) {
                problems.add(place, child, "is given twice: first at " + earlier.origin());
            }
        }
        return new ConfigNode.Mapping(origin, entries);
    }

    private ConfigNode sequence(String path, String origin) throws IOException {
        List<ConfigNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(path + "[" + items.size() + "]", here()));
        }
        return new ConfigNode.Sequence(origin, items);
    }

    private String here() {
        return file + ":" + parser.currentTokenLocation().getLineNr();
    }
}
