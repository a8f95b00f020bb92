package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Lists in one cell. */
final class Joined {
    /** How many of a list that may be long are shown. */
    static final int SHOWN = 3;

    private Joined() {}

    /** A field of each element, with commas between. */
    static String fields(JsonNode list, String... path) {
        return String.join(",", texts(list, path));
    }

    /** A field of each element. */
    static List<String> texts(JsonNode list, String... path) {
        List<String> texts = new ArrayList<>();
        list.forEach(element -> texts.add(Fields.text(element, path)));
        return texts;
    }

    /** The first of them, and how many more there are. */
    static String first(List<String> texts) {
        return texts.size() <= SHOWN ? String.join(",", texts) : more(texts.subList(0, SHOWN), texts.size() - SHOWN);
    }

    /** {@code a,b,c + 2 more...}. */
    static String more(List<String> shown, int more) {
        return String.join(",", shown) + " + " + more + " more...";
    }

    /** A text, or what is shown instead of an empty one. */
    static String or(String instead, String text) {
        return text.isEmpty() ? instead : text;
    }
}
