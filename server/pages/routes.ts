// Routes of the rendered pages, the panel's document, and the files that they load.
import { type Context, Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/caller.ts";
import { onError } from "../http/on_error.ts";
import { lazy } from "../once.ts";
import { answerShortAddress, PANEL_PATHS, PRIVACY_PATH, sendPage } from "./send_page.ts";
import { staticFiles } from "./assets.ts";

/** Documents name files by their hash, so a cached document has to be revalidated. */
const REVALIDATE = "no-cache";

export interface Pages {
  routes: Hono<AppEnv>;
  /** Renders an error as a page, for paths that no route has. */
  refuse(c: Context, refusal: Response): Promise<Response>;
}

export function createPages(deps: Deps): Pages {
  const pages = lazy(async () => (await import("./rendered_pages.tsx")).renderedPages(deps));
  const routes = new Hono<AppEnv>();
  const refuse = async (c: Context, refusal: Response) => (await pages()).refuse(c, refusal);

  routes.onError((error, c) => refuse(c, onError(error, c)));
  routes.route("/", staticFiles(deps));
  routes.get("/", async (c) => sendPage(deps, c, await (await pages()).landing(), REVALIDATE));
  routes.get(
    PRIVACY_PATH,
    async (c) => sendPage(deps, c, await (await pages()).privacy(c), REVALIDATE),
  );
  routes.get("/cafe/:cafeId", async (c) => (await pages()).answerCafe(c, c.req.param("cafeId")));
  routes.get(
    "/cafe/:cafeId/ekran",
    async (c) => (await pages()).answerTelevision(c, c.req.param("cafeId")),
  );
  routes.get(
    "/cafe/:cafeId/calanlar",
    async (c) => (await pages()).answerPlayed(c, c.req.param("cafeId")),
  );
  routes.get("/k/:code", (c) => answerShortAddress(deps, c, c.req.param("code")));
  routes.get("/k/:code/ekran", (c) => answerShortAddress(deps, c, c.req.param("code"), "/ekran"));
  routes.get(
    "/k/:code/calanlar",
    (c) => answerShortAddress(deps, c, c.req.param("code"), "/calanlar"),
  );
  routes.get("/panel", (c) => c.redirect("/panel/dashboard"));
  routes.get("/admin", (c) => c.redirect("/admin/payouts"));
  for (const path of PANEL_PATHS) {
    routes.get(path, async (c) => sendPage(deps, c, (await pages()).shell(), REVALIDATE));
  }
  return { routes, refuse };
}
