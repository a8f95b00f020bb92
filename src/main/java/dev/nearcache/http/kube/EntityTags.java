package dev.nearcache.http.kube;

import dev.nearcache.query.ListResult;
import dev.nearcache.resource.KubeObject;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Entity tags of objects and lists (product.md 2.3). That of a list depends on the objects in it alone, so it survives
 * changes of others; as the list's own version then differs, it is a weak tag.
 */
final class EntityTags {
    private EntityTags() {}

    static String of(KubeObject object, Representation representation) {
        return "\"" + Long.toHexString(mix(1, object)) + "." + object.resourceVersion() + "." + representation.tag()
                + "\"";
    }

    static String of(ListResult page, Representation representation) {
        List<KubeObject> objects = page.objects();
        // What follows the page is part of the answer: a client must not take the first page for the whole list.
        long hash = 31L * objects.size() + Objects.hash(page.next().isPresent(), page.remaining());
        for (KubeObject object : objects) {
            hash = mix(hash, object);
        }
        return "W/\"" + Long.toHexString(hash) + "." + objects.size() + "." + representation.tag() + "\"";
    }

    /**
     * Whether an If-None-Match header names this tag, weakly, as it must for that header. A star names none: it asks for
     * what is not there, and is passed over as on kube-apiserver.
     */
    static boolean matches(@Nullable String header, @Nullable String tag) {
        return header != null
                && tag != null
                && tags(header).anyMatch(one -> strong(one).equals(strong(tag)));
    }

    /** Whether an If-None-Match header is met by whatever is there. */
    static boolean isAny(@Nullable String header) {
        return header != null && tags(header).anyMatch("*"::equals);
    }

    private static Stream<String> tags(String header) {
        return Arrays.stream(header.split(",", -1)).map(String::trim);
    }

    private static String strong(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }

    private static long mix(long hash, KubeObject object) {
        long key =
                31L * object.key().namespace().hashCode() + object.key().name().hashCode();
        long next = hash ^ (key << 32 ^ object.uid().hashCode());
        next = (next + object.resourceVersion().value()) * 0x9E3779B97F4A7C15L;
        return next ^ (next >>> 29);
    }
}
