#!/usr/bin/env bash
# Makes an archive of the classes that serving needs, read, linked and, from 25 on, profiled, so that the next process starts with
# them: an AOT cache on 25 and later, a CDS archive before. Trained by a sidecar that syncs from the simulated API server
# and answers what clients ask, on loopback alone. The archive fits this Java, this jar at this path, and these options.
#
#   docker/build-archive.sh JAVA_HOME JAR ARCHIVE [OPTION...]     OPTIONs of the JVM, as the process will have them
set -euo pipefail
usage="usage: docker/build-archive.sh JAVA_HOME JAR ARCHIVE [OPTION...]"
java=${1:?"$usage"}/bin/java jar=${2:?"$usage"} archive=${3:?"$usage"}
shift 3

fail() {
  echo "build-archive: $1" >&2
  tail -n 20 "$work"/*.log >&2 || true
  exit 1
}

work=$(mktemp -d)
running=()
clean_up() {
  local process
  for process in ${running[@]+"${running[@]}"}; do
    if kill "$process" 2>/dev/null; then wait "$process" || true; fi
  done
  rm -rf "$work"
}
trap clean_up EXIT

# await FILE PATTERN PROCESS: prints the first group of the pattern once a line of the file has it.
await() {
  local found
  for _ in $(seq 600); do
    found=$(sed -n "s/.*$2.*/\\1/p" "$1" | head -n 1)
    if [ -n "$found" ]; then
      echo "$found"
      return
    fi
    kill -0 "$3" 2>/dev/null || fail "a process of the training ended early"
    sleep 0.2
  done
  fail "nothing like '$2' was printed in two minutes"
}

# ask PORT PATH [HEADER]: reads an answer to its end, or for two seconds of a stream; prints its first line.
ask() {
  local head
  exec 3<>"/dev/tcp/127.0.0.1/$1"
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n' "$2" "${3:+$3$'\r\n'}" >&3
  IFS= read -r -t 30 head <&3 || fail "no answer to $2"
  timeout 2 cat <&3 >/dev/null || true
  exec 3<&- 3>&-
  echo "${head%$'\r'}"
}

version=$("${java%/bin/java}/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')
if [ "$version" -ge 25 ]; then
  record=("-XX:AOTCacheOutput=$archive")
else
  record=("-XX:ArchiveClassesAtExit=$archive")
fi
rm -f "$archive"

"$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "$jar" simulate --port 0 --rate 20 >"$work/simulate.log" 2>&1 &
simulate=$!
running+=("$simulate")
server=$(await "$work/simulate.log" 'simulated API server: \(http[^ ]*\)' "$simulate")

"$java" "$@" "${record[@]}" -jar "$jar" serve --server "$server" --port 0 --management-port 0 \
  --resource pods --resource deployments.apps --resource configmaps --resource widgets.example.com >"$work/serve.log" 2>&1 &
serve=$!
running+=("$serve")
port=$(await "$work/serve.log" ' port="\([0-9]*\)"' "$serve")
management=$(await "$work/serve.log" 'managementPort="\([0-9]*\)"' "$serve")
await "$work/serve.log" '\(all types are synced\)' "$serve" >/dev/null

for path in /readyz?verbose /livez /metrics; do
  case $(ask "$management" "$path") in *' 200 '*) ;; *) fail "$path is not answered by 200" ;; esac
done
for path in /version /api /apis /api/v1 /api/v1/pods /api/v1/pods?limit=10 '/api/v1/pods?labelSelector=app' \
  '/api/v1/pods?fieldSelector=spec.nodeName=a' /api/v1/namespaces/default/configmaps /apis/apps/v1/deployments /v1/resources \
  /v1/pods /apis/example.com/v1/widgets '/api/v1/pods?watch=true&timeoutSeconds=1' '/v1/stream?resource=pods'; do
  case $(ask "$port" "$path") in *' 200 '*) ;; *) fail "$path is not answered by 200" ;; esac
done
ask "$port" /api/v1/pods 'Accept: application/json;as=Table;v=v1;g=meta.k8s.io' >/dev/null
ask "$port" /api/v1/pods 'Accept-Encoding: gzip' >/dev/null

# It writes the archive when it stops.
kill -TERM "$serve"
wait "$serve" || fail "the trained process did not stop with 0"
[ -s "$archive" ] || fail "it left no archive"
