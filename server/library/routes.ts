// Serves the calls about the cafe's own files.
import { LIBRARY_CALLS } from "../contract/library.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { answerCover } from "./answer_cover.ts";

export function libraryRoutes(deps: Deps) {
  const { library } = deps;
  return serveCalls(deps, LIBRARY_CALLS, {
    "GET /api/library": () => library.status(),
    "POST /api/library/scan": () => {
      library.scan();
      return library.status();
    },
    "GET /api/library/covers/:id": ({ c, params }) => answerCover(deps, c, params.id),
  });
}
