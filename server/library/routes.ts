// Serves the calls about the cafe's own files.
import type { Context } from "hono";
import { type Library, LIBRARY_CALLS } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { holdsETag } from "../http/encoding.ts";
import type { AppEnv } from "../http/caller.ts";
import { serveCalls } from "../http/serve_calls.ts";

/** Browsers keep it for a day. */
const CACHE = "public, max-age=86400";

/** Answers with the picture, or 304 to a client that has it already. @throws DomainError `song_not_found` */
async function answerCover(
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

/** What a cafe is told of a folder that it may not use. */
const NOTHING: Library = { songs: 0, scanning: null, skipped: [] };

export function libraryRoutes(deps: Deps) {
  const { library } = deps;
  return serveCalls(deps, LIBRARY_CALLS, {
    "GET /api/library": async ({ caller }) =>
      await library.mayChoose(caller.ownerId) ? await library.status() : NOTHING,
    "POST /api/library/scan": async ({ caller }) => {
      if (!await library.mayChoose(caller.ownerId)) throw new DomainError("source_not_ready");
      library.scan();
      return await library.status();
    },
    "GET /api/library/covers/:id": ({ c, params }) => answerCover(deps, c, params.id),
  });
}
