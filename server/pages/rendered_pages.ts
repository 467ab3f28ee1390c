// Every page that is rendered. React comes with it, so it is imported when the first page is asked for.
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { readPlayed } from "../evenings/played.ts";
import { encodedText } from "../http/encoding.ts";
import type { AppEnv } from "../http/caller.ts";
import { keptFor, lazy } from "../once.ts";
import { readAssets } from "./assets.ts";
import { answerCafePage } from "./cafe_page.tsx";
import { documentMaker } from "./document.tsx";
import { landingPage, panelShell, playedPage, privacyPage, refusalPage } from "./plain_pages.tsx";
import { sendPage } from "./send_page.ts";
import { answerTelevisionPage } from "./television_page.tsx";

export function renderedPages(deps: Deps) {
  const assets = readAssets();
  const document = documentMaker(deps.config, assets);
  const landing = keptFor((origin: string) =>
    encodedText(landingPage(document, origin, deps.config))
  );
  const privacy = keptFor((origin: string) =>
    encodedText(privacyPage(document, origin, deps.config))
  );
  return {
    landing: async () => landing(await deps.guestOrigin()),
    privacy: async () => privacy(await deps.guestOrigin()),
    shell: lazy(() => encodedText(panelShell(document, assets, deps.config))),
    async answerCafe(c: Context<AppEnv>, cafeId: string): Promise<Response> {
      const response = await answerCafePage(deps, c, document, cafeId);
      c.set("styleHash", assets.cafeStyle?.hash);
      return response;
    },
    async answerPlayed(c: Context<AppEnv>, cafeId: string): Promise<Response> {
      const played = await readPlayed(deps, cafeId);
      const page = encodedText(playedPage(document, await deps.guestOrigin(), played));
      return await sendPage(deps, c, page, "no-cache");
    },
    answerTelevision: (c: Context<AppEnv>, cafeId: string) =>
      answerTelevisionPage(deps, c, { document, assets }, cafeId),
    refuse: (c: Context, refusal: Response) => refusalPage(c, document, refusal),
  };
}
