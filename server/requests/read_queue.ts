// The public queue, as an HTTP answer and as a list for the rendered page (docs/requests.md#caching).
import type { Context } from "hono";
import type { SongRequest } from "../contract/requests.ts";
import { accepts } from "../http/accepts.ts";
import { type QueueDeps, readQueueBody } from "./queue_body.ts";
import type { Encoding } from "./queue_cache.ts";

/** A shorter body is hardly smaller when compressed, and sometimes larger. */
const WORTH_ENCODING_CHARACTERS = 500;

/** Returns the owner's queue, in order. @throws DomainError `cafe_not_found` */
export async function readQueue(deps: QueueDeps, ownerId: string): Promise<SongRequest[]> {
  return JSON.parse((await readQueueBody(deps, ownerId)).json);
}

/** Answers with the encoded queue, or 304 to a client that has it already. @throws DomainError `cafe_not_found` */
export async function answerQueue(
  deps: QueueDeps,
  c: Context,
  ownerId: string,
): Promise<Response> {
  const body = await readQueueBody(deps, ownerId);
  const worth: Encoding[] = body.json.length < WORTH_ENCODING_CHARACTERS ? [] : ["br", "gzip"];
  const encoding = worth.find((name) => accepts(c.req.header("accept-encoding"), name)) ??
    "identity";
  const etag = `"${body.tag}-${encoding}"`;
  c.header("ETag", etag);
  c.header("Vary", "Accept-Encoding");
  // Browsers keep the queue and revalidate it each time, since it changes within seconds.
  c.header("Cache-Control", "no-cache");
  if (holds(c.req.header("if-none-match") ?? "", etag)) return c.body(null, 304);
  c.header("Content-Type", "application/json");
  if (encoding !== "identity") c.header("Content-Encoding", encoding);
  return c.body(await body.encoded(encoding));
}

/** A weak comparison (RFC 9110, 13.1.2), because a proxy may have made the tag weak. */
function holds(ifNoneMatch: string, etag: string): boolean {
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
