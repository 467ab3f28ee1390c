// GET /api/openapi.json: the contract for a stranger's client.
import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { lazy } from "../lazy.ts";

export function openApiRoutes({ config }: Pick<Deps, "config">) {
  const document = lazy(async () => (await import("./document.ts")).openApiDocument(config));
  return new Hono<AppEnv>().get("/", async (c) => {
    c.header("Cache-Control", "no-cache");
    return c.json(await document());
  });
}
