package dev.nearcache.delta;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;

/**
 * The verbs that a reflector may use on its target (reflector.md 1.1). Confined to one thread. They cannot fail: an
 * object that reached here has a key and a version, so nothing is lost silently (reflector.md 1.20, hazard 4).
 */
public interface DeltaSink {
    /** The server reported a new object. */
    void add(KubeObject object);

    /** The server reported a changed object. */
    void update(KubeObject object);

    /** The server reported a deletion; the object carries the version of the deletion. */
    void delete(KubeObject object);

    /** These objects, and no others, exist at this version. */
    void replace(List<KubeObject> objects, ResourceVersion version);

    /** Every known object is to be looked at again. */
    void resync();

    /** Everything up to this version has been reported. */
    void bookmark(ResourceVersion version);
}
