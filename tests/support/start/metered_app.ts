// The product on a libSQL server whose requests are counted.
import { type DatabaseMeter, startDatabaseMeter } from "../net/database_meter.ts";
import { type ServedApp, servedApp } from "./served_app.ts";
import { startSqld } from "./sqld.ts";

const SECRETS = {
  JWT_SECRET: "one secret for all instances of this test",
  ENCRYPTION_KEY: "another secret for all instances of this",
};

export interface MeteredApp extends AsyncDisposable {
  app: ServedApp;
  meter: DatabaseMeter;
  /** Another instance on the same database, whose requests are not counted. */
  startOther(): Promise<ServedApp>;
}

/** Serves the product, with nothing in the background. */
export async function meteredApp(): Promise<MeteredApp> {
  const stack = new AsyncDisposableStack();
  const sqld = stack.use(await startSqld());
  const meter = stack.use(startDatabaseMeter(sqld.url));
  const start = async (url: string) =>
    stack.use(
      await servedApp({ ...SECRETS, DATABASE_URL: url, APP_ORIGIN: "http://127.0.0.1:21300" }),
    );
  const app = await start(meter.url);
  const startOther = () => start(sqld.url);
  return { app, meter, startOther, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
