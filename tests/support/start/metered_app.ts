// The product on a libSQL server whose requests are counted.
import { type DatabaseMeter, startDatabaseMeter } from "../net/database_meter.ts";
import { SHARED } from "./instances.ts";
import { type ServedApp, servedApp } from "./served_app.ts";
import { startSqld } from "./sqld.ts";

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
  const start = async (url: string) => stack.use(await servedApp({ ...SHARED, DATABASE_URL: url }));
  const app = await start(meter.url);
  const startOther = () => start(sqld.url);
  return { app, meter, startOther, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
