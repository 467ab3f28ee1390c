// The public queue as an HTTP answer (docs/requests.md#caching).
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { encodingFor } from "../http/encoded_text.ts";
import type { AppEnv } from "../http/env.ts";
import { holdsETag } from "../http/holds_etag.ts";
import { type QueueDeps, readQueueBody } from "./queue_body.ts";

/** Answers with the encoded queue, or 304 to a client that has it already. @throws DomainError `cafe_not_found` */
export async function answerQueue(
  deps: QueueDeps & Pick<Deps, "answers">,
  c: Context<AppEnv>,
  ownerId: string,
): Promise<Response> {
  const body = await readQueueBody(deps, ownerId);
  const encoding = encodingFor(body, c.req.header("accept-encoding"));
  const etag = `"${body.tag}-${encoding}"`;
  // Browsers keep the queue and revalidate it each time, since it changes within seconds.
  const headers = { "ETag": etag, "Vary": "Accept-Encoding", "Cache-Control": "no-cache" };
  if (holdsETag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  return deps.answers.send(c, await body.encoded(encoding), 200, {
    ...headers,
    "Content-Type": "application/json",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  });
}
