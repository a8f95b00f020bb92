#!/usr/bin/env bash
# Lays out what the image holds below a folder: a Java runtime with only the modules we need, the jar, the JVM options.
# The Dockerfile's second step; runs without Docker too, with a JDK that has jlink.
#
#   docker/build-image.sh OUT        uses JAVA_HOME, or the java on the PATH
set -euo pipefail
out=${1:?"usage: docker/build-image.sh OUT"}
root=$(cd "$(dirname "$0")/.." && pwd)
java_home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}

# java.xml: logback. java.naming: Netty's DNS and TLS. java.management, jdk.management: metrics. java.net.http: wait and
# healthcheck. jdk.unsupported: Netty. jdk.crypto.ec: certificates with elliptic curves (part of java.base since 22).
modules=java.base,java.logging,java.management,java.naming,java.net.http,java.xml,jdk.management,jdk.unsupported
if [ -e "$java_home/jmods/jdk.crypto.ec.jmod" ]; then modules=$modules,jdk.crypto.ec; fi

version=$("$java_home/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')
compress=zip-6
if [ "$version" -lt 21 ]; then compress=2; fi

home=$out/opt/nearcache place=/opt/nearcache
rm -rf "$home"
mkdir -p "$home" "$out/etc/nearcache"
"$java_home/bin/jlink" --add-modules "$modules" --output "$home/java" \
  --strip-java-debug-attributes --no-header-files --no-man-pages "--compress=$compress"
# With its time, by which the archive below knows it.
cp -p "$root/target/nearcache.jar" "$home/nearcache.jar"
# The image's file system is read-only, and /tmp may be noexec: the native library lies beside the jar, not in it.
case $(uname -m) in aarch64 | arm64) platform=linux/aarch64 ;; *) platform=linux/amd64 ;; esac
(cd "$home" && "$java_home/bin/jar" xf nearcache.jar "$platform" && mv "$platform"/libzstd-jni-*.so libzstd-jni.so && rm -r linux)

# Class data of the JDK, shared between processes, starts faster; jlink leaves it out. It is one archive for either size of header.
"$home/java/bin/java" -Xshare:dump -XX:+UseSerialGC >/dev/null
if [ "$version" -ge 25 ]; then "$home/java/bin/java" -Xshare:dump -XX:+UseSerialGC -XX:+UseCompactObjectHeaders >/dev/null; fi

# Ours, too. Since 19 it may be used at another path than where it was made, as in the image; before, only there.
options=()
while IFS= read -r option; do options+=("$option"); done < <("$root/docker/jvm-options" serve "$version")
"$root/docker/build-archive.sh" "$home/java" "$home/nearcache.jar" "$home/nearcache.archive" \
  "${options[@]}" "-DZstdNativePath=$home/libzstd-jni.so"
if [ "$version" -ge 25 ]; then use=-XX:AOTCache; else use=-XX:SharedArchiveFile; fi

# The probe lives within the container's limit, beside the sidecar.
"$root/docker/jvm-options" ask "$version" >"$home/probe.options"
{
  printf '%s\n' "${options[@]}"
  "$root/docker/jvm-options" limited "$version"
  echo "$use=$place/nearcache.archive"
  echo "-Djava.io.tmpdir=/tmp"
  echo "-DZstdNativePath=$place/libzstd-jni.so"
} >"$home/serve.options"
