// GET /healthz: whether this server is of use, for whatever watches over it.
import { Hono } from "hono";
import { answers } from "../../db/health.ts";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "./env.ts";

/** A database that has not answered by then does not answer. */
const PATIENCE_MS = 2_000;

/** 200 `{"status":"ok"}` while the database answers, else 503. */
export function healthRoutes({ db }: Pick<Deps, "db">) {
  return new Hono<AppEnv>().get("/", async (c) => {
    c.header("Cache-Control", "no-store");
    return await answers(db, PATIENCE_MS)
      ? c.json({ status: "ok" })
      : c.json({ status: "database unavailable" }, 503);
  });
}
