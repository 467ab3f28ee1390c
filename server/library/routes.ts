// Serves the calls about the cafe's own files.
import { type Library, LIBRARY_CALLS } from "../contract/library.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { answerCover } from "./answer_cover.ts";

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
