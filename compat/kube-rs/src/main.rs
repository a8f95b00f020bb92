//! kube-rs against whichever server KUBECONFIG names: the steps of compat/README.md.
//!
//! Lists, gets and watches go through `Api`; the informer is the runtime's `watcher`, kept in a reflector's store. With the
//! argument `watch-list` the watcher streams its first list, too. The only writes are those that have to be refused: the
//! objects are made by the driver.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::future::Future;
use std::process::exit;
use std::time::Duration;

use futures::{Stream, StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{DeleteParams, ListParams, ObjectList, PostParams, WatchEvent, WatchParams};
use kube::runtime::{reflector, watcher, WatchStreamExt};
use kube::{Api, Client, Config, ResourceExt};

type Outcome<T> = Result<T, Box<dyn Error>>;

struct Program {
    api: Api<ConfigMap>,
    control: Client,
    watch_list: bool,
}

#[tokio::main]
async fn main() {
    if let Err(problem) = run().await {
        eprintln!("{problem}");
        exit(1);
    }
}

async fn run() -> Outcome<()> {
    let control = Config::new(env::var("COMPAT_CONTROL")?.parse()?);
    let program = Program {
        api: Api::default_namespaced(Client::try_default().await?),
        control: Client::try_from(control)?,
        watch_list: env::args().nth(1).as_deref() == Some("watch-list"),
    };
    program.step("list", program.list()).await?;
    program.step("get", program.get()).await?;
    program.step("watch", program.watch()).await?;
    program.step("resume", program.resume()).await?;
    program.step("expiry", program.expiry()).await?;
    program.step("pages", program.pages()).await?;
    program.step("informer", program.informer()).await?;
    program.step("churn", program.churn()).await?;
    if env::var("COMPAT_READONLY").as_deref() == Ok("1") {
        program.step("refused", program.refused()).await?;
    }
    Ok(())
}

impl Program {
    async fn step(&self, name: &str, text: impl Future<Output = Outcome<String>>) -> Outcome<()> {
        self.ask(&format!("step?name={name}")).await?;
        println!("STEP {name} {}", text.await?);
        Ok(())
    }

    /// Asks the driver to do something to the cluster or the connection; returns what it answers when it has.
    async fn ask(&self, command: &str) -> Outcome<String> {
        let request = http::Request::post(format!("/{command}")).body(vec![])?;
        Ok(self.control.request_text(request).await?)
    }

    async fn create(&self, prefix: &str, count: usize) -> Outcome<String> {
        self.ask(&format!(
            "create?resource=configmaps&prefix={prefix}&count={count}"
        ))
        .await
    }

    async fn version(&self, prefix: &str) -> Outcome<String> {
        let list = self.api.list(&labelled(prefix)).await?;
        Ok(list.metadata.resource_version.unwrap_or_default())
    }

    async fn list(&self) -> Outcome<String> {
        self.create("list", 25).await?;
        let by_label = names(&self.api.list(&labelled("list")).await?);
        expect("objects of the label", &25, &by_label.len())?;
        let by_field = self
            .api
            .list(&ListParams::default().fields("metadata.name=list-3"))
            .await?;
        Ok(format!("{by_label:?} by field {:?}", names(&by_field)))
    }

    async fn get(&self) -> Outcome<String> {
        let found = self.api.get("list-7").await?;
        Ok(format!(
            "{} missing {}",
            found.name_any(),
            refusal(self.api.get("missing").await)?
        ))
    }

    async fn watch(&self) -> Outcome<String> {
        let mut events = Events::new(self, "watch", self.version("watch").await?);
        let acting = async {
            self.create("watch", 3).await?;
            self.ask("change?prefix=watch&times=4").await?;
            self.ask("delete?prefix=watch").await
        };
        let (seen, acted) = tokio::join!(events.take(10), acting);
        acted?;
        Ok(seen?.join(", "))
    }

    async fn resume(&self) -> Outcome<String> {
        let version = self.version("resume").await?;
        self.create("resume", 5).await?;
        let mut events = Events::new(self, "resume", version);
        let before = events.take(3).await?.join(", ");
        self.ask("cut").await?;
        self.ask("change?prefix=resume&times=5").await?;
        let after = events.take(7).await?.join(", ");
        self.ask("delete?prefix=resume").await?;
        Ok(format!(
            "{before}, cut, {after}, {}",
            events.take(5).await?.join(", ")
        ))
    }

    async fn expiry(&self) -> Outcome<String> {
        let old = self.version("expiry").await?;
        self.ask("expire").await?;
        let expired = Events::new(self, "expiry", old).take(1).await;
        let expired = expired.err().ok_or("the version has not expired")?;
        let mut events = Events::new(self, "expiry", self.version("expiry").await?);
        self.create("expiry", 2).await?;
        let seen = events.take(2).await?.join(", ");
        self.ask("delete?prefix=expiry").await?;
        Ok(format!("{expired}, then {seen}"))
    }

    async fn pages(&self) -> Outcome<String> {
        let first = ListParams::default().limit(7);
        let mut pages = vec![self.api.list(&first).await?];
        while let Some(token) = token(&pages[pages.len() - 1]) {
            pages.push(self.api.list(&first.clone().continue_token(&token)).await?);
        }
        self.ask("expire").await?;
        let old = token(&pages[0]).ok_or("no token")?;
        let Err(kube::Error::Api(expired)) = self.api.list(&first.continue_token(&old)).await
        else {
            return Err("the token has not expired".into());
        };
        let replacement = expired
            .metadata
            .and_then(|metadata| metadata.continue_)
            .unwrap_or_default();
        let rest = names(
            &self
                .api
                .list(&ListParams::default().continue_token(&replacement))
                .await?,
        );
        let remaining: Vec<_> = pages
            .iter()
            .map(|page| page.metadata.remaining_item_count)
            .collect();
        let names: Vec<_> = pages.iter().map(names).collect();
        let expired = format!("{} {}", expired.code, expired.reason);
        Ok(format!(
            "{names:?} remaining {remaining:?} expired token {expired} then {rest:?}"
        ))
    }

    /// A reflector's store of the objects with a label, in sync, that is kept up to date in the background.
    async fn reflect(&self, prefix: &str) -> Outcome<reflector::Store<ConfigMap>> {
        let (reader, writer) = reflector::store();
        let config = watcher::Config::default().labels(&format!("app={prefix}"));
        let config = if self.watch_list {
            config.streaming_lists()
        } else {
            config
        };
        let events = watcher(self.api.clone(), config)
            .default_backoff()
            .reflect(writer);
        tokio::spawn(events.for_each(|_| async {}));
        reader.wait_until_ready().await?;
        Ok(reader)
    }

    async fn informer(&self) -> Outcome<String> {
        self.create("informer", 10).await?;
        let store = self.reflect("informer").await?;
        let synced: Vec<_> = held(&store).into_keys().collect();
        self.ask("expire").await?; // so that it cannot resume and has to list anew
        self.ask("cut").await?;
        self.ask("change?prefix=informer&times=10").await?;
        let changed = (0..10)
            .map(|i| (format!("informer-{i}"), (i + 1).to_string()))
            .collect();
        await_equal(&store, &changed).await?;
        Ok(format!("{synced:?}, then {changed:?}"))
    }

    async fn churn(&self) -> Outcome<String> {
        self.create("churn", 10).await?;
        let store = self.reflect("churn").await?;
        self.ask("cutting?every=2000").await?;
        self.ask("churn?prefix=churn&millis=8000").await?;
        let settled = self.ask("settled").await?;
        self.ask("cutting?every=0").await?;
        let settled = settled.lines().filter_map(|line| line.split_once(' '));
        let settled = settled
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect();
        await_equal(&store, &settled).await?;
        Ok(format!("ok {} objects", settled.len()))
    }

    async fn refused(&self) -> Outcome<String> {
        let mut object = ConfigMap::default();
        object.metadata.name = Some("list-1".to_string());
        let refusals = [
            refusal(self.api.create(&PostParams::default(), &object).await)?,
            refusal(
                self.api
                    .replace("list-1", &PostParams::default(), &object)
                    .await,
            )?,
            refusal(self.api.delete("list-1", &DeleteParams::default()).await)?,
        ];
        for said in &refusals {
            expect("refusal", &true, &said.starts_with("405 MethodNotAllowed"))?;
        }
        Ok(refusals[0].clone())
    }
}

/// A watch that is started again from the last version seen when its connection is cut.
struct Events<'a> {
    api: &'a Api<ConfigMap>,
    params: WatchParams,
    version: String,
}

impl<'a> Events<'a> {
    fn new(program: &'a Program, prefix: &str, version: String) -> Self {
        let params = WatchParams::default().labels(&format!("app={prefix}"));
        Self {
            api: &program.api,
            params,
            version,
        }
    }

    /// The next events, as "TYPE name".
    async fn take(&mut self, count: usize) -> Outcome<Vec<String>> {
        let mut seen = vec![];
        while seen.len() < count {
            let events = match self.api.watch(&self.params, &self.version).await {
                Err(kube::Error::Api(status)) => return Err(kube::Error::Api(status).into()),
                Err(_) => continue,
                Ok(events) => events.boxed(),
            };
            self.follow(events, count, &mut seen).await?;
        }
        Ok(seen)
    }

    /// Reads until there are enough events, or the connection ends or breaks.
    async fn follow(
        &mut self,
        mut events: impl Stream<Item = kube::Result<WatchEvent<ConfigMap>>> + Unpin,
        count: usize,
        seen: &mut Vec<String>,
    ) -> Outcome<()> {
        while seen.len() < count {
            let Ok(Some(event)) = events.try_next().await else {
                break;
            };
            let (what, object) = match event {
                WatchEvent::Added(object) => ("ADDED", object),
                WatchEvent::Modified(object) => ("MODIFIED", object),
                WatchEvent::Deleted(object) => ("DELETED", object),
                WatchEvent::Bookmark(mark) => {
                    self.version = mark.metadata.resource_version;
                    continue;
                }
                WatchEvent::Error(status) => {
                    return Err(format!("{} {}", status.code, status.reason).into())
                }
            };
            self.version = object.resource_version().unwrap_or_default();
            seen.push(format!("{what} {}", object.name_any()));
        }
        Ok(())
    }
}

fn labelled(prefix: &str) -> ListParams {
    ListParams::default().labels(&format!("app={prefix}"))
}

fn names(list: &ObjectList<ConfigMap>) -> Vec<String> {
    let mut names: Vec<_> = list.iter().map(ResourceExt::name_any).collect();
    names.sort();
    names
}

fn token(page: &ObjectList<ConfigMap>) -> Option<String> {
    page.metadata
        .continue_
        .clone()
        .filter(|token| !token.is_empty())
}

async fn await_equal(
    store: &reflector::Store<ConfigMap>,
    expected: &BTreeMap<String, String>,
) -> Outcome<()> {
    for _ in 0..800 {
        if held(store) == *expected {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    expect("objects of the informer", expected, &held(store))
}

fn held(store: &reflector::Store<ConfigMap>) -> BTreeMap<String, String> {
    let value = |object: &ConfigMap| {
        object
            .data
            .as_ref()
            .and_then(|data| data.get("value").cloned())
    };
    store
        .state()
        .iter()
        .map(|object| (object.name_any(), value(object).unwrap_or_default()))
        .collect()
}

/// What the server says to a call that it has to refuse: code, reason and message.
fn refusal<T>(result: kube::Result<T>) -> Outcome<String> {
    match result {
        Err(kube::Error::Api(status)) => Ok(format!(
            "{} {} {}",
            status.code, status.reason, status.message
        )),
        Err(problem) => Err(problem.into()),
        Ok(_) => Err("a call that had to be refused was not".into()),
    }
}

fn expect<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Outcome<()> {
    if expected == found {
        return Ok(());
    }
    Err(format!("{what}: expected {expected:?}, found {found:?}").into())
}
