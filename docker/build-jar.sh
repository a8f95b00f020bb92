#!/usr/bin/env bash
# Builds target/nearcache.jar. The Dockerfile's first step; runs without Docker too.
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -B -q -Dmaven.test.skip=true -Dspotless.check.skip=true package </dev/null
