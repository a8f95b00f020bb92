"""The Python client against whichever server KUBECONFIG names: the steps of compat/README.md.

`compat.py watch` reads through the typed API, `watch.Watch` and the client's SharedInformer; `compat.py dynamic` through the
dynamic client, whose types come from the server's discovery. What differs between the two is in `Typed` and `Dynamic`; the
steps are the same. The only writes are those that have to be refused: the objects are made by the driver.
"""

import contextlib
import json
import logging
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import urllib3
from kubernetes import client, config, dynamic, watch
from kubernetes.client.exceptions import ApiException
from kubernetes.dynamic.exceptions import DynamicApiError
from kubernetes.informer import SharedInformer

NAMESPACE = os.environ["COMPAT_NAMESPACE"]
BROKEN = (urllib3.exceptions.HTTPError, OSError)  # what a cut connection looks like
FAILED = (ApiException, DynamicApiError)


class Typed:
    """ConfigMaps as CoreV1Api has them."""

    resource = "configmaps"

    def __init__(self):
        self.api = client.CoreV1Api()

    def list(self, **options):
        return self.api.list_namespaced_config_map(NAMESPACE, **options)

    def get(self, name):
        return self.api.read_namespaced_config_map(name, NAMESPACE)

    def rest(self, page):
        """The token to go on with after a page, and how many objects are left."""
        return page.metadata._continue, page.metadata.remaining_item_count

    def watch(self, watcher, version, selector, seconds):
        return watcher.stream(
            self.api.list_namespaced_config_map,
            NAMESPACE,
            label_selector=selector,
            resource_version=version,
            timeout_seconds=seconds,
        )

    def writes(self, name):
        body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name))
        return {
            "create": lambda: self.api.create_namespaced_config_map(NAMESPACE, body),
            "update": lambda: self.api.replace_namespaced_config_map(name, NAMESPACE, body),
            "delete": lambda: self.api.delete_namespaced_config_map(name, NAMESPACE),
        }

    @contextlib.contextmanager
    def informer(self, selector):
        """The values by name that the client's informer holds, as a function."""
        informer = SharedInformer(self.api.list_namespaced_config_map, NAMESPACE, label_selector=selector)
        informer.start()
        yield lambda: {item.metadata.name: item.data["value"] for item in informer.cache.list()}
        informer._stop_event.set()  # stop() would wait for the watch, which a quiet server ends only in minutes


class Dynamic:
    """Objects of a custom type, as the server's discovery describes it."""

    resource = "widgets"

    def __init__(self):
        resources = dynamic.DynamicClient(client.ApiClient()).resources
        self.api = resources.get(api_version="example.com/v1", kind="Widget")

    def list(self, **options):
        return self.api.get(namespace=NAMESPACE, **options)

    def get(self, name):
        return self.api.get(name=name, namespace=NAMESPACE)

    def rest(self, page):
        return getattr(page.metadata, "continue"), page.metadata.remainingItemCount

    def watch(self, watcher, version, selector, seconds):
        return self.api.watch(
            namespace=NAMESPACE, label_selector=selector, resource_version=version, timeout=seconds, watcher=watcher
        )

    def writes(self, name):
        body = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": name}}
        return {
            "create": lambda: self.api.create(body=body, namespace=NAMESPACE),
            "update": lambda: self.api.replace(body=body, namespace=NAMESPACE),
            "delete": lambda: self.api.delete(name=name, namespace=NAMESPACE),
        }

    @contextlib.contextmanager
    def informer(self, selector):
        """This client has no informer: the loop that its users write, a list and watches from it on."""
        held, ended = {}, threading.Event()

        def keep():
            version = None
            while not ended.is_set():
                with contextlib.suppress(*BROKEN):
                    version = version or self.relist(selector, held)
                    version = self.follow(version, selector, held)

        threading.Thread(target=keep, daemon=True).start()
        yield lambda: dict(held)
        ended.set()

    def relist(self, selector, held):
        found = self.list(label_selector=selector)
        held.clear()
        held.update({item.metadata.name: item.spec.value for item in found.items})
        return found.metadata.resourceVersion

    def follow(self, version, selector, held):
        """Takes one watch's events; returns the version to go on from, None if it expired."""
        try:
            for event in self.watch(watch.Watch(), version, selector, 20):
                found = event["object"]
                if event["type"] == "DELETED":
                    held.pop(found.metadata.name, None)
                else:
                    held[found.metadata.name] = found.spec.value
                version = version_of(found)
        except BROKEN:
            pass
        except FAILED as failure:
            if failure.status != 410:
                raise
            return None
        return version


def control(command, **options):
    """Asks the driver to do something to the cluster or the connection; returns what it answers when it has."""
    url = f"{os.environ['COMPAT_CONTROL']}/{command}?{urllib.parse.urlencode(options)}"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method="POST"), timeout=100) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as failure:
        sys.exit(failure.read().decode())


def create(api, prefix, count):
    control("create", resource=api.resource, prefix=prefix, count=count)


def say(step, text):
    print("STEP", step, text, flush=True)


def expect(what, expected, found):
    if expected != found:
        sys.exit(f"{what}: expected {expected}, found {found}")


def await_equal(what, expected, read, seconds=40):
    end = time.monotonic() + seconds
    while read() != expected and time.monotonic() < end:
        time.sleep(0.05)
    expect(what, expected, read())


def refusal(call):
    """What the server says to a call that it has to refuse: code and reason, message, the token that replaces an expired one."""
    try:
        call()
    except FAILED as failure:
        if not failure.body:  # an event of a watch: its reason has the message, too
            return f"{failure.status} {failure.reason.split(':')[0]}", None, None
        status = json.loads(failure.body)
        return f"{status['code']} {status['reason']}", status["message"], status["metadata"].get("continue")
    sys.exit("a call that had to be refused was not")


def names(found):
    return sorted(item.metadata.name for item in found.items)


def version_of(found):
    return found.metadata.resourceVersion if hasattr(found.metadata, "resourceVersion") else found.metadata.resource_version


class Events:
    """A watch that goes on from the last version seen when its connection is cut."""

    def __init__(self, api, version, selector):
        self.api, self.version, self.selector = api, version, selector

    def take(self, count, midway=lambda: None):
        """The next events, as "TYPE name"; calls midway after the third."""
        seen = []
        while len(seen) < count:
            watcher = watch.Watch()
            with contextlib.suppress(*BROKEN):
                for event in self.api.watch(watcher, self.version, self.selector, 20):
                    self.version = version_of(event["object"])
                    seen.append(f"{event['type']} {event['object'].metadata.name}")
                    if len(seen) == 3:
                        midway()
                    if len(seen) == count:
                        watcher.stop()
                        break
        return ", ".join(seen)


def list_step(api):
    create(api, "list", 25)
    labelled = names(api.list(label_selector="app=list"))
    expect("objects of the label", 25, len(labelled))
    say("list", f"{labelled} by field {names(api.list(field_selector='metadata.name=list-3'))}")


def get_step(api):
    found = api.get("list-7")
    say("get", f"{found.metadata.name} missing {refusal(lambda: api.get('missing'))[:2]}")


def in_background(*commands):
    thread = threading.Thread(target=lambda: [control(command, **options) for command, options in commands])
    thread.start()
    return thread


def watch_step(api):
    version = version_of(api.list(label_selector="app=watch"))
    acting = in_background(
        ("create", dict(resource=api.resource, prefix="watch", count=3)),
        ("change", dict(prefix="watch", times=4)),
        ("delete", dict(prefix="watch")),
    )
    seen = Events(api, version, "app=watch").take(10)
    acting.join()
    say("watch", seen)


def resume_step(api):
    events = Events(api, version_of(api.list(label_selector="app=resume")), "app=resume")
    create(api, "resume", 5)

    def cut_and_change():
        control("cut")
        control("change", prefix="resume", times=5)

    seen = events.take(10, cut_and_change)
    control("delete", prefix="resume")
    say("resume", f"{seen}, {events.take(5)}")


def expiry_step(api):
    old = version_of(api.list(label_selector="app=expiry"))
    control("expire")
    expired, _, _ = refusal(lambda: list(api.watch(watch.Watch(), old, "app=expiry", 20)))
    version = version_of(api.list(label_selector="app=expiry"))
    create(api, "expiry", 2)
    seen = Events(api, version, "app=expiry").take(2)
    control("delete", prefix="expiry")
    say("expiry", f"{expired}, then {seen}")


def pages_step(api):
    pages = [api.list(limit=7)]
    while token := api.rest(pages[-1])[0]:
        pages.append(api.list(limit=7, _continue=token))
    control("expire")
    expired, _, replacement = refusal(lambda: api.list(limit=7, _continue=api.rest(pages[0])[0]))
    rest = names(api.list(_continue=replacement))
    remaining = [api.rest(page)[1] for page in pages]
    say("pages", f"{[names(page) for page in pages]} remaining {remaining} expired token {expired} then {rest}")


def informer_step(api):
    create(api, "informer", 10)
    with api.informer("app=informer") as held:
        await_equal("objects of the informer", 10, lambda: len(held()))
        synced = sorted(held())
        control("expire")  # so that it cannot resume and has to list anew
        control("cut")
        control("change", prefix="informer", times=10)
        changed = {f"informer-{i}": str(i + 1) for i in range(10)}
        await_equal("objects after the cut", changed, held)
        say("informer", f"{synced}, then {changed}")


def churn_step(api):
    create(api, "churn", 10)
    with api.informer("app=churn") as held:
        control("cutting", every=2000)
        control("churn", prefix="churn", millis=8000)
        settled = dict(line.split(" ", 1) for line in control("settled").splitlines())
        control("cutting", every=0)
        await_equal("objects after churn", settled, held)
        say("churn", f"ok {len(settled)} objects")


def refused_step(api):
    if os.environ.get("COMPAT_READONLY") != "1":
        return
    for verb, call in api.writes("list-1").items():
        said, message, _ = refusal(call)
        expect(f"refusal of {verb}", "405 MethodNotAllowed", said)
    say("refused", f"{said} {message}")


def main():
    config.load_kube_config()
    logging.getLogger("kubernetes").setLevel(logging.CRITICAL)  # the informer logs every cut connection, with its stack
    urllib3.disable_warnings(urllib3.exceptions.InsecureRequestWarning)
    api = {"watch": Typed, "dynamic": Dynamic}[sys.argv[1]]()
    for step in (list_step, get_step, watch_step, resume_step, expiry_step, pages_step, informer_step, churn_step, refused_step):
        control("step", name=step.__name__.removesuffix("_step"))
        step(api)
    sys.stdout.flush()
    os._exit(0)  # informers' threads are left in their watches


if __name__ == "__main__":
    main()
