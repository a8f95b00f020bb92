package compat;

import java.util.List;
import java.util.Map;

/** What the steps do with a client library, each in the library's own way; all of it on ConfigMaps of the run's namespace. */
interface Reader extends AutoCloseable {
    Page list(Query query) throws Refusal;

    /** The object's name. */
    String get(String name) throws Refusal;

    /** Watches the objects of a label from a version on, however often the connection is cut. */
    Events watch(String label, String version) throws Refusal;

    /** Starts the library's informer on the objects of a label, and returns when it is in sync. */
    Informed inform(String label) throws Exception;

    void create(String name) throws Refusal;

    void update(String name) throws Refusal;

    void delete(String name) throws Refusal;

    /** How the library's watches have travelled so far. */
    String transport();

    @Override
    void close();

    /** What to list; null for what is not asked for. */
    record Query(String label, String field, Integer limit, String token) {
        static Query labelled(String prefix) {
            return new Query("app=" + prefix, null, null, null);
        }

        static Query page(String token) {
            return new Query(null, null, 7, token);
        }

        static Query rest(String token) {
            return new Query(null, null, null, token);
        }
    }

    /** A list, with its version, how many objects are left and the token to go on with; null where the server gave none. */
    record Page(List<String> names, String version, Long remaining, String token) {}

    /** A watch, read event by event. */
    interface Events extends AutoCloseable {
        /** The next event as "TYPE name"; waits for it. */
        String next() throws Refusal;

        @Override
        void close();
    }

    /** An informer. */
    interface Informed extends AutoCloseable {
        /** The objects that it holds: their values by their names. */
        Map<String, String> values();

        @Override
        void close();
    }

    /** What the server says when it does not do what it is asked. */
    final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        private final String code;
        private final String token;

        Refusal(int code, String reason, String message, String token) {
            super(message);
            this.code = code + " " + reason;
            this.token = token;
        }

        /** Code and reason. */
        String code() {
            return code;
        }

        /** The token that replaces an expired one; null for other refusals. */
        String token() {
            return token;
        }
    }
}
