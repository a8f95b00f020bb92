package dev.nearcache.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The tokens of a label selector, with one token of look-ahead (kubernetes-api.md 4.1). */
final class LabelTokens {
    /** What a token is, before its place decides whether {@code in} is a word or an operator. */
    enum Kind {
        IDENTIFIER,
        SYMBOL,
        END
    }

    /** One token; the text of the end is empty, as messages show it. */
    record Token(Kind kind, String text) {
        boolean is(String symbol) {
            return kind == Kind.SYMBOL && text.equals(symbol);
        }

        boolean isIdentifier() {
            return kind == Kind.IDENTIFIER;
        }

        boolean isEnd() {
            return kind == Kind.END;
        }
    }

    private static final Token END = new Token(Kind.END, "");
    private static final String SYMBOLS = "=!(),><";
    private static final Set<String> PAIRS = Set.of("==", "!=");

    private final List<Token> tokens = new ArrayList<>();
    private int next;

    LabelTokens(String written) {
        // To kube-apiserver a NUL is where the text ends.
        String text = written.split("\0", 2)[0];
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (isSpace(c)) {
                at++;
            } else if (SYMBOLS.indexOf(c) >= 0) {
                int end = at + 2 <= text.length() && PAIRS.contains(text.substring(at, at + 2)) ? at + 2 : at + 1;
                tokens.add(new Token(Kind.SYMBOL, text.substring(at, end)));
                at = end;
            } else {
                int end = at + 1;
                while (end < text.length() && !isSpace(text.charAt(end)) && SYMBOLS.indexOf(text.charAt(end)) < 0) {
                    end++;
                }
                tokens.add(new Token(Kind.IDENTIFIER, text.substring(at, end)));
                at = end;
            }
        }
    }

    /** The next token, left in place. */
    Token peek() {
        return next < tokens.size() ? tokens.get(next) : END;
    }

    /** The next token, taken. */
    Token take() {
        Token token = peek();
        next++;
        return token;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
