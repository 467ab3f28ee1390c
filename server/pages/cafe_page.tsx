// Answers /cafe/{cafeId}: the cafe's name, the queue and the guest's own requests, readable without scripts.
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { QueueIsland } from "../../client/islands/QueueIsland.tsx";
import { SearchIsland } from "../../client/islands/SearchIsland.tsx";
import { staticCafeStore } from "../../client/islands/cafe_store.ts";
import { speak } from "../../client/islands/language.ts";
import type { SentRefusals } from "../../client/islands/refusals.ts";
import type { Room } from "../../client/islands/room.ts";
import { CafePage } from "../../client/pages/CafePage.tsx";
import type { ShownCafe } from "../cafes/public_cafe.ts";
import type { Config } from "../config.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import type { CafeHouse } from "../contract/house.ts";
import { fill } from "../contract/languages/fill.ts";
import {
  type Foreign,
  type Language,
  LANGUAGES,
  sentTexts,
} from "../contract/languages/language.ts";
import type { FoundSong } from "../contract/music.ts";
import type { OwnRequest } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { readTableCode, WRONG_TABLE } from "../house/cafe_tables.ts";
import { encodedText } from "../http/encoding.ts";
import { type AppEnv, clientAddress } from "../http/caller.ts";
import { placeOf } from "../http/guest_limits.ts";
import type { LimitRule } from "../http/limits.ts";
import {
  type CafeContent,
  type KeptPage,
  pageKey,
  readCafeContent,
  renderedPlaying,
  renderedRoom,
} from "./cafe_content.ts";
import { type DocumentMaker, renderIsland } from "./document.tsx";
import { keepForVisit, keepLanguage, languageQuery, readLanguage } from "./guest_language.ts";
import { PRIVACY_PATH, sendPage } from "./send_page.ts";

const NAME = "masa";

/** The code that came with the address, or else the one of an earlier scan at this cafe. */
function tableCodeOf(c: Context): string | undefined {
  return c.req.query(NAME) ?? getCookie(c, NAME);
}

/** Keeps the code that came with the address for pages of this cafe; with null, forgets the one that was kept. */
function keepTableCode(
  { guestOrigin }: Pick<Config, "guestOrigin">,
  c: Context,
  { cafeId, code }: { cafeId: string; code: string | null },
): void {
  if (c.req.query(NAME) !== undefined) keepForVisit({ guestOrigin }, c, cafeId, NAME, code);
}

/** The page may show one guest's requests, and its queue is out of date within seconds. */
const CACHE_CONTROL = "private, no-cache";

/** @throws DomainError `cafe_not_found` */
export async function answerCafePage(
  deps: Deps,
  c: Context<AppEnv>,
  document: DocumentMaker,
  cafeId: string,
): Promise<Response> {
  const tableCode = readTableCode(tableCodeOf(c));
  const language = readLanguage(c);
  const content = await readCafeContent(deps, cafeId, {
    id: deps.guestCookies.read(c),
    tableCode,
    language,
  });
  const guestOrigin = await deps.guestOrigin();
  const { cafe, house } = content;
  giveCookie(deps, c, cafe.ownerId);
  const isTable = cafe.tableLabel !== null;
  keepTableCode(deps.config, c, { cafeId: cafe._id, code: isTable ? tableCode : null });
  keepLanguage(deps.config, c, cafe._id);
  // A wrong code says so, unless the cafe does not ask for any. All of them have one page, since anyone can make some up.
  const wrong = house.tables !== "off" && tableCode !== null ? WRONG_TABLE : null;
  const shown = { ...content, masa: isTable ? tableCode : wrong, language };
  const guestId = deps.guestCookies.read(c);
  if (content.mine.length > 0 && mayHaveOwnPage(deps, c, cafe.ownerId, guestId!)) {
    const own = render(deps, document, { ...shown, ...renderedRoom(content), guestOrigin });
    return await sendPage(deps, c, encodedText(own), CACHE_CONTROL);
  }
  const page = keptPage(deps, document, shown, guestOrigin);
  return await sendPage(deps, c, page, CACHE_CONTROL);
}

/** New cookies for the visitors of a cafe from one address: as many as requests. */
const NEW_COOKIES: LimitRule = { name: "new guest cookies", max: 120, windowMs: MINUTE_MS };

/** Sets the guest's cookie, a new one only while the place has had few: each has limits of its own. */
function giveCookie(deps: Deps, c: Context, ownerId: string): void {
  const address = clientAddress(c, deps.config.trustedProxyHops);
  if (
    deps.guestCookies.read(c) !== undefined ||
    deps.limits.allows(NEW_COOKIES, placeOf({ address, ownerId }))
  ) deps.guestCookies.issue(c);
}

/** A page with a guest's own requests is rendered for that guest alone, which takes 20 ms. */
const OWN_PAGES: LimitRule = { name: "own pages by guest", max: 20, windowMs: MINUTE_MS };
const OWN_PAGES_HERE: LimitRule = { name: "own pages here", max: 120, windowMs: MINUTE_MS };

/** Beyond it the guest gets the page that all get, whose script then asks for the own requests. */
function mayHaveOwnPage({ limits, config }: Deps, c: Context, ownerId: string, guestId: string) {
  const place = placeOf({ address: clientAddress(c, config.trustedProxyHops), ownerId });
  return limits.allows(OWN_PAGES, guestId) && limits.allows(OWN_PAGES_HERE, place);
}

/**
 * Returns the page as guests without requests of their own see it. It is rendered once for each state of the queue and
 * of what plays, because rendering takes a hundred times as long as sending.
 */
function keptPage(
  deps: Deps,
  document: DocumentMaker,
  content: CafeContent & Pick<Content, "masa" | "language">,
  guestOrigin: string,
): KeptPage {
  const { cafe, house, queue, suggestions, masa, changes, language } = content;
  const key = pageKey(cafe._id, masa, language);
  const latest = deps.cafePages.get(key);
  const playingTag = JSON.stringify(renderedPlaying(content.playing));
  const houseTag = JSON.stringify(house);
  if (
    latest && latest.queueTag === queue.tag && latest.playingTag === playingTag &&
    latest.houseTag === houseTag && latest.suggestions === suggestions &&
    latest.guestOrigin === guestOrigin && isSame(latest.cafe, cafe)
  ) {
    // Rules that say the same now may say something else tomorrow.
    latest.cafe = cafe;
    latest.checkedAt = changes;
    return latest;
  }
  const text = render(deps, document, {
    ...renderedRoom(content),
    cafe,
    house,
    suggestions,
    mine: [],
    masa,
    guestOrigin,
    language,
  });
  const shown = { cafe, guestOrigin, queueTag: queue.tag, playingTag, houseTag, suggestions };
  const page = { ...encodedText(text), ...shown, checkedAt: changes };
  deps.cafePages.set(key, page);
  return page;
}

/** As many songs of the queue as a phone shows in its first two screens, with the foot of the page below them. */
const FIRST_SCREENS = 6;

/**
 * Whether the foot may be below a phone's first two screens. Own requests and what plays are as high as two songs: six own
 * ones with a tip to pay put it at 1 286 px of the 1 280 that a phone of 360 by 640 shows.
 */
function isLong({ queue, mine, playing }: Pick<Content, "queue" | "mine" | "playing">): boolean {
  return queue.length + 2 * (mine.length + (playing ? 1 : 0)) > FIRST_SCREENS;
}

/** What the page carries for client/islands/refusals.ts. */
function sentRefusals({ refusals, when }: Foreign): string {
  return JSON.stringify({ refusals, when } satisfies SentRefusals);
}

/** Plain links, which work without a script. */
function LanguageLinks({ present }: { present: Language }) {
  return LANGUAGES.filter((language) => language !== present).map(({ tag, name }) => (
    <a key={tag} href={`?dil=${tag}`} lang={tag}>{name}</a>
  ));
}

function isSame(one: ShownCafe, other: ShownCafe): boolean {
  return one.name === other.name && one.musicConnected === other.musicConnected &&
    one.freeWords === other.freeWords && one.hasAccount === other.hasAccount;
}

interface Content extends Room {
  cafe: ShownCafe;
  house: CafeHouse;
  suggestions: FoundSong[];
  mine: OwnRequest[];
  /** The code of the guest's table, null without one. */
  masa: string | null;
  guestOrigin: string;
  language: Language;
}

function render(
  { config }: Deps,
  document: DocumentMaker,
  {
    cafe: { _id, name, ownerId, musicConnected, freeWords, hasAccount },
    house,
    suggestions,
    queue,
    playing,
    mine,
    masa,
    guestOrigin,
    language,
  }: Content,
): string {
  const shown = { house, queue, playing, mine, masa: masa ?? "" };
  const snapshot = { cafeId: _id, ownerId, musicConnected, freeWords, ...shown };
  const cafe = staticCafeStore(snapshot);
  const { demo } = config.spotify;
  const { tag, texts, page, foreign } = language;
  speak(tag, texts);
  return document({
    title: name,
    language,
    description: fill(page.description, name),
    url: `${guestOrigin}/cafe/${_id}${languageQuery(language)}`,
    look: "cafe",
    hasAccount,
    program: "islands",
    body: (
      <div
        className="page"
        data-cafe={JSON.stringify({ ...snapshot, demo })}
        data-texts={sentTexts(texts, {
          ...{ freeWords, demo },
          dedications: house.wishes !== undefined,
        })}
        data-refusals={foreign ? sentRefusals(foreign) : undefined}
      >
        <CafePage
          name={name}
          page={page}
          ownersLanguage={foreign ? "tr" : undefined}
          isLong={isLong({ queue, mine, playing })}
          played={`/cafe/${_id}/calanlar${languageQuery(language)}`}
          privacy={`${PRIVACY_PATH}${languageQuery(language)}`}
          languages={<LanguageLinks present={language} />}
          search={renderIsland("search", <SearchIsland {...{ cafe, demo }} term="" />)}
          suggestions={house.open ? suggestions : []}
          queue={renderIsland("queue", <QueueIsland cafe={cafe} />)}
        />
      </div>
    ),
  });
}
