package dev.nearcache.http.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.nearcache.resource.JsonReading;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Turns JSON into YAML as it passes. Every text is quoted, so that no reader takes one for a number; the same document as
 * kube-apiserver's, but not letter by letter.
 */
final class YamlFilter implements BodyFilter {
    private static final YAMLFactory YAML = YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();

    private final JsonParser parser = JsonReading.fed();
    private final ByteArrayFeeder feeder = JsonReading.feeder(parser);
    private final Target target = new Target();
    private final YAMLGenerator yaml;

    YamlFilter() {
        try {
            yaml = YAML.createGenerator(target);
        } catch (IOException impossible) {
            throw new IllegalStateException("making a generator writes nothing", impossible);
        }
    }

    @Override
    public void write(byte[] json, Buffer out) {
        target.out = Optional.of(out);
        try {
            feeder.feedInput(json, 0, json.length);
            pass();
            yaml.flush();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } finally {
            target.out = Optional.empty();
        }
    }

    @Override
    public void finish(Buffer out) {
        target.out = Optional.of(out);
        feeder.endOfInput();
        try {
            pass();
            yaml.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } finally {
            target.out = Optional.empty();
        }
        close();
    }

    /** What was begun and will not be finished has no end that could be written: the generator is only let go. */
    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void pass() throws IOException {
        JsonToken token = parser.nextToken();
        while (token != null && token != JsonToken.NOT_AVAILABLE) {
            if (token.isNumeric()) {
                yaml.writeNumber(parser.getText());
            } else {
                yaml.copyCurrentEvent(parser);
            }
            token = parser.nextToken();
        }
    }

    /** Where the generator writes to: whatever is being filled, so that nothing is held between pieces. */
    private static final class Target extends OutputStream {
        private Optional<Buffer> out = Optional.empty();

        @Override
        public void write(int one) {
            out.ifPresent(buffer -> buffer.appendByte((byte) one));
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            out.ifPresent(buffer -> buffer.appendBytes(bytes, from, length));
        }
    }
}
