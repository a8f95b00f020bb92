/** The launcher, the image's steps and the manifests, run as their users run them. */
@NullMarked
package dev.nearcache.packaging;

import org.jspecify.annotations.NullMarked;
