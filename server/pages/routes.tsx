// Routes of the rendered pages, the panel's document, and the files that they load.
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { onError } from "../http/on_error.ts";
import { readAssets } from "./assets.ts";
import { cafePage } from "./cafe_page.tsx";
import { documentMaker } from "./document.tsx";
import { landingPage } from "./landing_page.tsx";
import { PANEL_PATHS, panelShell } from "./panel_shell.tsx";
import { PRIVACY_PATH, privacyPage } from "./privacy_page.tsx";
import { refusalPage } from "./refusal_page.tsx";
import { staticFiles } from "./static_files.ts";

/** Documents name files by their hash, so a cached document has to be revalidated. */
const REVALIDATE = "no-cache";

export interface Pages {
  routes: Hono<AppEnv>;
  /** Renders an error as a page, for paths that no route has. */
  refuse(c: Context, refusal: Response): Promise<Response>;
}

export function createPages(deps: Deps): Pages {
  const document = documentMaker(deps.config, readAssets());
  const landing = landingPage(document);
  const privacy = privacyPage(document);
  const shell = panelShell(document);
  const routes = new Hono<AppEnv>();
  const refuse = (c: Context, refusal: Response) => refusalPage(c, document, refusal);

  routes.onError((error, c) => refuse(c, onError(error, c)));
  routes.route("/", staticFiles());
  // Rendered pages cannot be compressed at build time, as files are.
  routes.use("/", compress()).use("/cafe/*", compress());
  routes.get("/", (c) => c.html(landing, 200, { "Cache-Control": REVALIDATE }));
  routes.get(PRIVACY_PATH, (c) => c.html(privacy, 200, { "Cache-Control": REVALIDATE }));
  routes.get("/cafe/:cafeId", (c) => cafePage(deps, c, document, c.req.param("cafeId")));
  routes.get("/panel", (c) => c.redirect("/panel/dashboard"));
  routes.get("/admin", (c) => c.redirect("/admin/payouts"));
  for (const path of PANEL_PATHS) {
    routes.get(path, (c) => c.html(shell, 200, { "Cache-Control": REVALIDATE }));
  }
  return { routes, refuse };
}
