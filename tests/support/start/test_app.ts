// The product in this process, without a socket: a database and a clock for one test.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { createPasswords } from "../../../server/auth/passwords.ts";
import { createApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config.ts";
import type { Deps } from "../../../server/deps.ts";
import { compose, type Overrides } from "../../../main.ts";
import { migratedFile } from "../db/migrated_file.ts";
import { checkedAnswers } from "./checked_answers.ts";
import { createClock, type TestClock } from "../time/clock.ts";
import { sql } from "../db/sql.ts";

export interface TestApp extends AsyncDisposable {
  deps: Deps;
  clock: TestClock;
  /** Sends a request into the app as if it had come from `address`. */
  fetch(path: string, init?: RequestInit & { address?: string }): Promise<Response>;
  /** Sends JSON, with a login token if one is given. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** Sends the same, fails unless the answer is a success, and returns its JSON. */
  ok<T = Json>(method: string, path: string, options?: CallOptions): Promise<T>;
  /** Resolves when nothing goes on behind the answers any more: letters are out, and refusals are counted. */
  idle(): Promise<void>;
}

/** What `Response.json` gives. */
type Json = Awaited<ReturnType<Response["json"]>>;

export interface CallOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  address?: string;
}

export interface TestAppOptions extends Pick<Overrides, "replace"> {
  /** Stands still by default. */
  clock?: TestClock;
}

/** The least that argon2id takes: the product's cost is a third of a second of a core. */
export const QUICK = { memoryCost: 8, timeCost: 1 };

/** Makes the app. `environment` overrides the embedded defaults, `replace` the composed parts. */
export async function testApp(
  environment: Record<string, string> = {},
  { clock = createClock(), replace }: TestAppOptions = {},
): Promise<TestApp> {
  const ownFolder = "DATA_DIR" in environment
    ? undefined
    : await Deno.makeTempDir({ prefix: "siradaki-test-" });
  const config = readConfig({
    ...ownFolder !== undefined && { DATA_DIR: ownFolder },
    HOST: "127.0.0.1",
    ...environment,
  });
  const isMigrated = ownFolder !== undefined && !("DATABASE_URL" in environment);
  if (isMigrated) await Deno.writeFile(join(ownFolder, "cafe.db"), await migratedFile());
  const deps = await compose(config, {
    now: clock.now,
    timer: clock.timer,
    replace: (deps) => ({ passwords: createPasswords(QUICK), ...replace?.(deps) }),
  });
  if (!isMigrated) await deps.db.migrate();
  // A commit waits for no disk: nothing here outlives the machine.
  if (!deps.db.remote) await deps.db.all(sql`pragma synchronous = off`);
  const answers = checkedAnswers(createApp(deps).fetch);

  const fetch: TestApp["fetch"] = async (path, { address = "203.0.113.7", ...init } = {}) =>
    await answers.fetch(
      new Request(path.startsWith("/") ? `http://localhost${path}` : path, init),
      {
        remoteAddr: { transport: "tcp", hostname: address, port: 50_000 },
      },
    );

  const call: TestApp["call"] = (method, path, { body, token, headers, address } = {}) =>
    fetch(path, {
      method,
      address,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { "x-auth-token": token }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  return {
    deps,
    clock,
    fetch,
    call,
    async ok(method, path, options) {
      const answer = await call(method, path, options);
      const text = await answer.text();
      assert.ok(answer.ok, `${method} ${path} answers ${answer.status}: ${text}`);
      return JSON.parse(text);
    },
    async idle() {
      await Promise.all([deps.outbox.idle(), deps.counters.idle()]);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([deps.outbox.idle(), deps.counters.idle(), deps.library.idle()]);
      clock.end?.();
      // What no answer waits for (the tracks that a search has shown) is committed in the next turn.
      await new Promise((resolve) => setImmediate(resolve));
      await deps.db.close();
      if (ownFolder !== undefined) await Deno.remove(ownFolder, { recursive: true });
    },
  };
}
