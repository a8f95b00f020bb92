package dev.nearcache.http.kube;

/**
 * The form in which a client wants its answer.
 *
 * @param encoding how it is written
 * @param shape what of the objects it shows
 * @param version of the group {@code meta.k8s.io}, for a shape that has one; empty for {@link Shape#OBJECT}
 * @param layout whether the accepted clause itself asked for indentation
 */
public record Form(Encoding encoding, Shape shape, String version, Layout layout) {
    /** Objects as they are, in JSON. */
    public static final Form JSON = new Form(Encoding.JSON, Shape.OBJECT, "", Layout.COMPACT);

    /** How an answer is written. */
    public enum Encoding {
        JSON("application/json"),
        YAML("application/yaml");

        private final String mediaType;

        Encoding(String mediaType) {
            this.mediaType = mediaType;
        }

        String mediaType() {
            return mediaType;
        }
    }

    /** What of the objects is shown (kubernetes-api.md 2.6). */
    public enum Shape {
        /** All of them. */
        OBJECT(""),
        /** A row of cells for each. */
        TABLE("Table"),
        /** The metadata of one object. */
        METADATA("PartialObjectMetadata"),
        /** The metadata of each object of a list. */
        METADATA_LIST("PartialObjectMetadataList");

        private final String kind;

        Shape(String kind) {
            this.kind = kind;
        }

        /** The kind that a client names in {@code as=}; empty for objects as they are. */
        String kind() {
            return kind;
        }
    }

    /** How JSON is laid out. */
    public enum Layout {
        COMPACT,
        PRETTY
    }
}
