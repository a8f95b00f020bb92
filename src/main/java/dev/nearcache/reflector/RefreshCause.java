package dev.nearcache.reflector;

/** Why a type is listed again although nothing failed. */
public enum RefreshCause {
    /** Its time has come: whatever nobody noticed is corrected. */
    SAFETY,
    /** A check found that what is held differs from what the API server holds. */
    MISMATCH
}
