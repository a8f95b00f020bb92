#!/usr/bin/env bash
# Builds target/nearcache.jar. The Dockerfile's first step; runs without Docker too.
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -B -q -DskipTests -Dspotless.check.skip=true package </dev/null
