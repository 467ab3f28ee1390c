// GET /api/openapi.json: the contract for a stranger's client.
import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { encodedText, sendEncoded } from "../http/encoding.ts";
import type { AppEnv } from "../http/caller.ts";
import { lazy } from "../once.ts";

export function openApiRoutes({ config, answers }: Pick<Deps, "config" | "answers">) {
  // Anyone may ask for it, and writing it as text takes a millisecond.
  const document = lazy(async () => {
    const { openApiDocument } = await import("./document.ts");
    return encodedText(JSON.stringify(openApiDocument(config)));
  });
  return new Hono<AppEnv>().get(
    "/",
    async (c) =>
      await sendEncoded({ answers }, c, await document(), {
        "Content-Type": "application/json",
        "Cache-Control": "no-cache",
      }),
  );
}
