package dev.nearcache.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JSON with gaps, read from a resource file: <code>${name}</code> is a gap inside a string, <code>"#{name}"</code> one
 * for a number or literal. Rendering copies bytes, which is what makes a list of a hundred thousand pods cheap.
 */
final class Template {
    private static final Pattern BARE = Pattern.compile("\"#\\{(\\w+)}\"");
    private static final Pattern GAP = Pattern.compile("\\$\\{(\\w+)}");

    private final List<byte[]> texts = new ArrayList<>();
    private final List<String> gaps = new ArrayList<>();
    private final byte[] tail;

    private Template(String json) {
        Matcher gap = GAP.matcher(BARE.matcher(json).replaceAll("\\${$1}"));
        StringBuilder text = new StringBuilder();
        while (gap.find()) {
            text.setLength(0);
            gap.appendReplacement(text, "");
            texts.add(text.toString().getBytes(StandardCharsets.UTF_8));
            gaps.add(gap.group(1));
        }
        text.setLength(0);
        tail = gap.appendTail(text).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Reads the template of that name; the file may be laid out for people, what it renders is compact. */
    static Template load(String name) {
        try (InputStream in = Template.class.getResourceAsStream(name + ".json")) {
            if (in == null) {
                throw new IllegalArgumentException("no template " + name);
            }
            return new Template(new String(Json.bytes(Json.read(in)), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] render(Map<String, String> values) {
        ByteArrayOutputStream json = new ByteArrayOutputStream(8 * 1024);
        for (int i = 0; i < gaps.size(); i++) {
            json.writeBytes(texts.get(i));
            String value = values.get(gaps.get(i));
            if (value == null) {
                throw new IllegalStateException("no value for ${" + gaps.get(i) + "}");
            }
            json.writeBytes(value.getBytes(StandardCharsets.UTF_8));
        }
        json.writeBytes(tail);
        return json.toByteArray();
    }
}
