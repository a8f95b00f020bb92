package dev.nearcache.soak;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a type a client asks for: the question as the API takes it, and the oracle's own reading of it.
 *
 * @param namespace empty for all
 * @param rule of the label or the node
 */
record Selector(String namespace, Rule rule) {
    static final String LABEL = "soak";
    static final Selector ALL = new Selector("", Rule.ANY);
    /** The values that objects carry now and then, moving into selections and out of them. */
    static final List<String> TEAMS = List.of("a", "b", "c");

    /** What is asked of an object. */
    enum Rule {
        ANY(""),
        IS_A("labelSelector", "soak=a"),
        IN_A_B("labelSelector", "soak in (a,b)"),
        NOT_B("labelSelector", "soak!=b"),
        HAS("labelSelector", "soak"),
        HAS_NOT("labelSelector", "!soak"),
        ON_NODE("fieldSelector", "spec.nodeName=node-001");

        private final String query;

        Rule(String none) {
            this.query = none;
        }

        Rule(String parameter, String selector) {
            this.query = parameter + "=" + URLEncoder.encode(selector, StandardCharsets.UTF_8);
        }

        boolean matches(Traits traits) {
            return switch (this) {
                case ANY -> true;
                case IS_A -> traits.team().equals("a");
                case IN_A_B -> traits.team().equals("a") || traits.team().equals("b");
                case NOT_B -> !traits.team().equals("b");
                case HAS -> !traits.team().isEmpty();
                case HAS_NOT -> traits.team().isEmpty();
                case ON_NODE -> traits.node().equals("node-001");
            };
        }
    }

    /** One at random that makes sense for a type. */
    static Selector draw(SoakType type, RandomGenerator random) {
        Rule rule = Draw.of(List.of(Rule.values()), random);
        if (rule == Rule.ON_NODE && !type.onNodes()) {
            rule = Rule.ANY;
        }
        boolean narrow = type.namespaced() && random.nextInt(3) == 0;
        return new Selector(narrow ? Draw.of(type.homes(), random) : "", rule);
    }

    /** Parameters for a query to which others are added; empty if there are none. */
    String parameters() {
        return rule.query.isEmpty() ? "" : rule.query + "&";
    }

    boolean matches(@Nullable State state) {
        return state != null
                && (namespace.isEmpty() || namespace.equals(state.traits().namespace()))
                && rule.matches(state.traits());
    }

    /** What a change is to a client with this selector. */
    Kind seen(Fact fact) {
        boolean was = matches(fact.before());
        boolean is = matches(fact.after());
        if (is) {
            return was ? Kind.MODIFIED : Kind.ADDED;
        }
        return was ? Kind.DELETED : Kind.UNSEEN;
    }

    @Override
    public String toString() {
        return (namespace.isEmpty() ? "all" : namespace) + (rule == Rule.ANY ? "" : " " + rule);
    }
}
