// Every page that is rendered. React comes with it, so it is imported when the first page is asked for.
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { encodedText } from "../http/encoded_text.ts";
import { lazy } from "../lazy.ts";
import { readAssets } from "./assets.ts";
import { answerCafePage } from "./cafe_page.tsx";
import { documentMaker } from "./document.tsx";
import { landingPage } from "./landing_page.tsx";
import { panelShell } from "./panel_shell.tsx";
import { privacyPage } from "./privacy_page.tsx";
import { refusalPage } from "./refusal_page.tsx";

export function renderedPages(deps: Deps) {
  const document = documentMaker(deps.config, readAssets());
  return {
    landing: lazy(() => encodedText(landingPage(document))),
    privacy: lazy(() => encodedText(privacyPage(document))),
    shell: lazy(() => encodedText(panelShell(document))),
    answerCafe: (c: Context, cafeId: string) => answerCafePage(deps, c, document, cafeId),
    refuse: (c: Context, refusal: Response) => refusalPage(c, document, refusal),
  };
}
