// A song's cover as an HTTP answer (docs/library.md#covers).
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { holdsETag } from "../http/holds_etag.ts";

/** Browsers keep it for a day. */
const CACHE = "public, max-age=86400";

/** Answers with the picture, or 304 to a client that has it already. @throws DomainError `song_not_found` */
export async function answerCover(
  { library, answers }: Pick<Deps, "library" | "answers">,
  c: Context<AppEnv>,
  id: string,
): Promise<Response> {
  const cover = /^[1-9]\d{0,14}$/.test(id) ? await library.readCover(Number(id)) : undefined;
  if (!cover) throw new DomainError("song_not_found");
  const headers = { "ETag": cover.etag, "Cache-Control": CACHE };
  if (holdsETag(c.req.header("if-none-match"), cover.etag)) return c.body(null, 304, headers);
  return answers.send(c, cover.bytes, 200, { ...headers, "Content-Type": cover.type });
}
