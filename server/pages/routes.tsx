// Routes of the rendered pages, the panel's document, and the files that they load.
import { type Context, Hono } from "hono";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { encodedText } from "../http/encoded_text.ts";
import { onError } from "../http/on_error.ts";
import { lazy } from "../lazy.ts";
import { readAssets } from "./assets.ts";
import { answerCafePage } from "./cafe_page.tsx";
import { documentMaker } from "./document.tsx";
import { landingPage } from "./landing_page.tsx";
import { PANEL_PATHS, panelShell } from "./panel_shell.tsx";
import { PRIVACY_PATH, privacyPage } from "./privacy_page.tsx";
import { refusalPage } from "./refusal_page.tsx";
import { sendPage } from "./send_page.ts";
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
  const landing = lazy(() => encodedText(landingPage(document)));
  const privacy = lazy(() => encodedText(privacyPage(document)));
  const shell = lazy(() => encodedText(panelShell(document)));
  const routes = new Hono<AppEnv>();
  const refuse = (c: Context, refusal: Response) => refusalPage(c, document, refusal);

  routes.onError((error, c) => refuse(c, onError(error, c)));
  routes.route("/", staticFiles());
  routes.get("/", (c) => sendPage(c, landing(), REVALIDATE));
  routes.get(PRIVACY_PATH, (c) => sendPage(c, privacy(), REVALIDATE));
  routes.get("/cafe/:cafeId", (c) => answerCafePage(deps, c, document, c.req.param("cafeId")));
  routes.get("/panel", (c) => c.redirect("/panel/dashboard"));
  routes.get("/admin", (c) => c.redirect("/admin/payouts"));
  for (const path of PANEL_PATHS) {
    routes.get(path, (c) => sendPage(c, shell(), REVALIDATE));
  }
  return { routes, refuse };
}
