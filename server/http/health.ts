// GET /healthz: whether this server can do its work (docs/running.md#health).
import { Hono } from "hono";
import { ping } from "../../db/health.ts";
import { isDoneWithin } from "../deadline.ts";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "./env.ts";
import { ERROR_TABLE } from "./error_table.ts";

const PING_TIMEOUT_MS = 2_000;

/** 200 `{"status":"ok"}` if the database answers in time, else 503 with a sentence. */
export function healthRoutes({ db }: Pick<Deps, "db">) {
  return new Hono<AppEnv>().get("/", async (c) => {
    c.header("Cache-Control", "no-store");
    return await isDoneWithin(PING_TIMEOUT_MS, ping(db)).catch(() => false)
      ? c.json({ status: "ok" })
      : c.json({ status: "database unavailable", msg: ERROR_TABLE.database_unavailable[1] }, 503);
  });
}
