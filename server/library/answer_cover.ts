// A song's cover as an HTTP answer (docs/library.md#covers).
import { createHash } from "node:crypto";
import type { Context } from "hono";
import { DomainError } from "../errors.ts";
import { holdsETag } from "../http/holds_etag.ts";
import type { Library } from "./port.ts";

/** Browsers keep it for a day. */
const CACHE = "public, max-age=86400";

/** Answers with the picture, or 304 to a client that has it already. @throws DomainError `song_not_found` */
export async function answerCover(library: Library, c: Context, id: string): Promise<Response> {
  const cover = /^[1-9]\d{0,14}$/.test(id) ? await library.readCover(Number(id)) : undefined;
  if (!cover) throw new DomainError("song_not_found");
  const etag = `"${createHash("sha256").update(cover.bytes).digest("base64url").slice(0, 22)}"`;
  const headers = { "ETag": etag, "Cache-Control": CACHE };
  if (holdsETag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  return c.body(cover.bytes.slice().buffer, 200, { ...headers, "Content-Type": cover.type });
}
