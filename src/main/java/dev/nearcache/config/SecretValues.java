package dev.nearcache.config;

import dev.nearcache.resource.ObjectLayout.ValuePolicy;
import dev.nearcache.resource.ResourceName;

/** What becomes of the values of Secrets. */
public enum SecretValues {
    /** They are kept as hashes. */
    HASH,
    /** They are kept as they are. */
    PLAIN;

    /** The policy for a type: only Secrets have values to hide. */
    ValuePolicy of(ResourceName name) {
        boolean secrets = name.plural().equals("secrets") && name.group().isEmpty();
        return secrets && this == HASH ? ValuePolicy.HASHED : ValuePolicy.PLAIN;
    }
}
