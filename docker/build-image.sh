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

home=$out/opt/nearcache
rm -rf "$home"
mkdir -p "$home" "$out/etc/nearcache"
"$java_home/bin/jlink" --add-modules "$modules" --output "$home/java" \
  --strip-java-debug-attributes --no-header-files --no-man-pages --compress zip-6
cp "$root/target/nearcache.jar" "$home/nearcache.jar"
cp "$root/docker/serve.options" "$root/docker/probe.options" "$home/"
# The image's file system is read-only, and /tmp may be noexec: the native library lies beside the jar, not in it.
case $(uname -m) in aarch64 | arm64) platform=linux/aarch64 ;; *) platform=linux/amd64 ;; esac
(cd "$home" && "$java_home/bin/jar" xf nearcache.jar "$platform" && mv "$platform"/libzstd-jni-*.so libzstd-jni.so && rm -r linux)
# Class data of the JDK, shared between processes, starts faster; jlink leaves it out.
"$home/java/bin/java" -Xshare:dump -XX:+UseSerialGC >/dev/null 2>&1 || true
"$home/java/bin/java" -Xshare:dump -XX:+UseSerialGC -XX:+UseCompactObjectHeaders >/dev/null 2>&1 || true
