// Several instances of the product on one database, with nothing in the background.
import { createClock, type StoppedClock } from "../time/clock.ts";
import { type Sqld, startSqld } from "./sqld.ts";
import { temporaryFolder } from "./temporary_folder.ts";
import { type TestApp, testApp } from "./test_app.ts";

type Environment = Record<string, string>;

/** What all instances of a test have in common. */
export const SHARED = {
  APP_ORIGIN: "http://127.0.0.1:21200",
  JWT_SECRET: "one secret for all instances of this test",
  ENCRYPTION_KEY: "another secret for all instances of this",
};

export interface Instances<App = TestApp> extends AsyncDisposable {
  all: [App, App, ...App[]];
  /** Of all of them, unless `start` gives each its own. */
  clock: StoppedClock;
}

export interface RemoteInstances<App = TestApp> extends Instances<App> {
  sqld: Sqld;
}

/** Starts one instance, for which `environment` names the database and what all have in common. */
type Start<App> = (environment: Environment, clock: StoppedClock) => Promise<App>;

/** So many test apps at a libSQL server, started at once: all of them migrate it. */
export async function instances(
  count: number,
  environment: Environment = {},
): Promise<RemoteInstances> {
  return await startInstances(count, testApps(environment));
}

/** Instances at a libSQL server that `start` starts, at once. */
export async function startInstances<App extends AsyncDisposable>(
  count: number,
  start: Start<App>,
): Promise<RemoteInstances<App>> {
  await using starting = new AsyncDisposableStack();
  const sqld = starting.use(await startSqld());
  const started = await startAt({ DATABASE_URL: sqld.url }, count, start, starting);
  return { ...started, sqld };
}

/** So many test apps, each with a connection of its own to one file. */
async function instancesAtFile(count: number, environment: Environment = {}): Promise<Instances> {
  await using starting = new AsyncDisposableStack();
  const folder = starting.use(await temporaryFolder());
  return await startAt({ DATA_DIR: folder.path }, count, testApps(environment), starting);
}

/** The two kinds of database that instances can share, each with what starts instances on it. */
export const AT_A_FILE_AND_A_SERVER = [
  ["a file", instancesAtFile],
  ["a libSQL server", instances],
] as const;

function testApps(environment: Environment): Start<TestApp> {
  return (shared, clock) => testApp({ ...shared, ...environment }, { clock });
}

/** Takes over what `starting` has to dispose of, after the instances. */
async function startAt<App extends AsyncDisposable>(
  database: Environment,
  count: number,
  start: Start<App>,
  starting: AsyncDisposableStack,
): Promise<Instances<App>> {
  const clock = createClock();
  const environment = { ...SHARED, ...database };
  const all: App[] = await Promise.all(
    Array.from({ length: count }, async () => starting.use(await start(environment, clock))),
  );
  const started = starting.move();
  return {
    all: all as [App, App, ...App[]],
    clock,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
