// Every page that is rendered. React comes with it, so it is imported when the first page is asked for.
import type { Context } from "hono";
import {
  SHOWN_SONGS,
  TelevisionIsland,
} from "../../client/islands/television/TelevisionIsland.tsx";
import { staticTelevisionStore } from "../../client/islands/television/television_store.ts";
import { drawQr } from "../../client/lib/qr.ts";
import { TelevisionPage } from "../../client/pages/CafePage.tsx";
import { shortUrl } from "../cafes/short_address.ts";
import type { ErrorAnswer } from "../contract/error_codes.ts";
import { LANGUAGES } from "../contract/languages/language.ts";
import { TURKISH } from "../contract/languages/tr.ts";
import type { Deps } from "../deps.ts";
import { readPlayed } from "../evenings/played.ts";
import { cafeHouse } from "../house/guest_lines.ts";
import type { AppEnv } from "../http/caller.ts";
import { type EncodedText, encodedText } from "../http/encoding.ts";
import { keptBriefly, keptFor, lazy } from "../once.ts";
import { hashToken } from "../secrets.ts";
import type { Assets } from "./assets.ts";
import { readCafeContent, renderedRoom } from "./cafe_content.ts";
import { answerCafePage } from "./cafe_page.tsx";
import { type DocumentMaker, documentMaker, renderIsland } from "./document.tsx";
import { keepLanguage, readLanguage } from "./guest_language.ts";
import { sendPage } from "./send_page.ts";
import { landingPage, panelShell, playedPage, privacyPage, refusalPage } from "./plain_pages.tsx";

/** Pages that are not kept until something changes. Each takes 20 ms, and anyone may ask for it a hundred times a second. */
const BRIEFLY = { ms: 1_000, max: 100 };

export function renderedPages(deps: Deps) {
  const assets = deps.assets();
  const document = documentMaker(deps.config, assets);
  const landing = keptFor((origin: string) =>
    encodedText(landingPage(document, origin, deps.config))
  );
  const privacy = new Map(LANGUAGES.map((language) => [
    language,
    keptFor((origin: string) => encodedText(privacyPage(document, origin, deps.config, language))),
  ]));
  const briefly = keptBriefly<EncodedText>({ now: deps.now, ...BRIEFLY });
  return {
    landing: async () => landing(await deps.guestOrigin()),
    privacy: async (c: Context) => privacy.get(readLanguage(c))!(await deps.guestOrigin()),
    shell: lazy(() => encodedText(panelShell(document, assets, deps.config))),
    async answerCafe(c: Context<AppEnv>, cafeId: string): Promise<Response> {
      const response = await answerCafePage(deps, c, document, cafeId);
      c.set("styleHash", assets.cafeStyle?.hash);
      return response;
    },
    async answerPlayed(c: Context<AppEnv>, cafeId: string): Promise<Response> {
      const language = readLanguage(c);
      const page = await briefly(`played ${language.tag} ${cafeId}`, async () => {
        const played = await readPlayed(deps, cafeId);
        return encodedText(playedPage(document, await deps.guestOrigin(), played, language));
      });
      keepLanguage(deps.config, c, cafeId);
      return await sendPage(deps, c, page, "no-cache");
    },
    async answerTelevision(c: Context<AppEnv>, cafeId: string): Promise<Response> {
      const page = await briefly(
        `television ${cafeId}`,
        async () => encodedText(await televisionPage(deps, { document, assets }, cafeId)),
      );
      return await sendPage(deps, c, page, "no-cache");
    },
    /** Turns the JSON answer of http/on_error.ts into a page with the same status and headers. */
    async refuse(c: Context, refusal: Response): Promise<Response> {
      const answer: ErrorAnswer = await refusal.json();
      const { status } = refusal;
      const language = readLanguage(c);
      const { text } = await briefly(
        `refusal ${status} ${answer.msg} ${language.tag}`,
        () => Promise.resolve(encodedText(refusalPage(document, status, answer, language))),
      );
      c.header("Cache-Control", "no-store");
      return c.html(text, status as 404);
    },
  };
}

// Renders /cafe/{cafeId}/ekran, the page for a television in the cafe: what plays, what comes next, and the QR code.

/** @throws DomainError `cafe_not_found` */
async function televisionPage(
  deps: Deps,
  { document, assets }: { document: DocumentMaker; assets: Assets },
  cafeId: string,
): Promise<string> {
  const content = await readCafeContent(deps, cafeId, {
    id: undefined,
    tableCode: null,
    language: TURKISH,
  });
  // Not as a guest who still has to scan a table's code.
  const house = cafeHouse(content.cafe.rules, deps.now());
  const { _id, name, ownerId, hasAccount } = content.cafe;
  const { queue, playing: shown } = renderedRoom(content);
  const playing = shown && { ...shown, dedication: content.playing?.dedication ?? null };
  // One more, since the song that plays may be among them.
  const room = { queue: queue.slice(0, SHOWN_SONGS + 1), playing, house };
  const guestOrigin = await deps.guestOrigin();
  const url = shortUrl(guestOrigin, _id);
  const code = { name, url, shape: drawQr(`${guestOrigin}/cafe/${_id}`) };
  const island = <TelevisionIsland room={staticTelevisionStore(room)} code={code} />;
  // Changes with everything that only a reload brings to an open page (client/islands/television/TelevisionIsland.tsx).
  const files = [assets.stylesheet("television"), ...assets.scripts("islands/television")];
  const build = await hashToken(JSON.stringify([...files, name, url]));
  return document({
    title: `Televizyon ekranı: ${name}`,
    description: `${name} için televizyon ekranı: çalan şarkı, sıradakiler ve QR kod.`,
    look: "television",
    hasAccount,
    program: "islands/television",
    body: (
      <main
        className="television"
        data-build={build.slice(0, 16)}
        data-code={JSON.stringify(code)}
        data-room={JSON.stringify({ cafeId: _id, ownerId, ...room })}
      >
        <TelevisionPage name={name} island={renderIsland("television", island)} />
      </main>
    ),
  });
}
