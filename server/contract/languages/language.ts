// What a language of the guests' pages consists of (docs/languages.md). Turkish gives the keys.
import type { MUSIC_CALLS } from "../music.ts";
import type { REQUEST_CALLS, SUPPORT_CALLS } from "../requests.ts";
import type { ErrorCode } from "../error_codes.ts";
import type { HOUSE, PAGE } from "./tr.ts";
import * as foreign from "./all.ts";
import { TEXTS, TURKISH } from "./tr.ts";

/** The same keys. A language that lacks one does not compile. */
type SameKeys<T> = Readonly<Record<keyof T, string>>;

/** What the cafe page's script says. */
export type Texts = SameKeys<typeof TEXTS>;

export interface Language {
  /** As `lang` and `?dil=` say it (BCP 47). */
  tag: string;
  /** For formats of the server. */
  locale: string;
  /** Its own name: what the link to it says. */
  name: string;
  texts: Texts;
  /** What the server says around the cafe page's islands, and on the other pages of guests. */
  page: SameKeys<typeof PAGE>;
  /** The rules of the house (docs/house.md#what-guests-see). */
  house: SameKeys<typeof HOUSE>;
  /** What Turkish has at another place; null for Turkish. */
  foreign: Foreign | null;
}

export interface Foreign {
  refusals: Refusals;
  when: When;
  privacy: ShortPrivacy;
}

/** 'on Friday at 18:00': `{0}` is the time, `{1}` the weekday. In Turkish the endings depend on the number. */
export interface When {
  yesterday: string;
  today: string;
  tomorrow: string;
  weekday: string;
  nextWeek: string;
}

/** The notice on personal data in short, for guests. The whole one is in Turkish. */
export interface ShortPrivacy {
  title: string;
  lead: string;
  /** Each with a heading. */
  sections: readonly [heading: string, text: string][];
  /** A further section if songs come from the real service. */
  spotify: string;
  /** Who runs the product: `{0}`, and if that is not known. */
  controller: string;
  unknownController: string;
  contact: string;
  wholeNotice: string;
}

type ErrorsOf<Calls, Name extends keyof Calls> = Calls[Name] extends
  { errors: readonly (infer Code)[] } ? Code : never;

/** What the calls of the cafe page can be refused with. */
export type GuestCode =
  & ErrorCode
  & (
    | ErrorsOf<typeof REQUEST_CALLS, "POST /api/requests">
    | ErrorsOf<typeof SUPPORT_CALLS, keyof typeof SUPPORT_CALLS>
    | ErrorsOf<typeof MUSIC_CALLS, "GET /api/music/search">
    | "invalid_input"
    | "rate_limited"
    | "database_unavailable"
    | "internal"
  );

/**
 * The sentences of refusals by their codes. `{minutes}` and the like are what the code names (ERROR_VALUES); moments are
 * said as `When`. `retry` follows those of the limits on requests and searches.
 */
export type Refusals = Readonly<Record<GuestCode | "retry", string>>;

/** Turkish, and then the others by their English names: the order of their links. */
export const LANGUAGES: readonly Language[] = [TURKISH, ...Object.values(foreign)];

/** The language with this tag, or Turkish. */
export function languageOf(tag: string | undefined): Language {
  return LANGUAGES.find((language) => language.tag === tag) ?? TURKISH;
}

/** The order in which the build numbers the texts. */
export const TEXT_NAMES = Object.keys(TEXTS) as (keyof Texts)[];

/** The texts of client/islands/search/FreeWords.tsx, which most cafes do without (docs/manual.md#requests). */
const FREE_WORDS: (keyof Texts)[] = [
  "notInList",
  "writeItsName",
  "songName",
  "artist",
  "songNameMissing",
  "artistMissing",
  "goOn",
];

/** The texts as a page carries them: a line each, in the order of TEXT_NAMES. A line that it does not need is empty. */
export function sentTexts(
  texts: Texts,
  { freeWords, demo }: { freeWords: boolean; demo: boolean },
): string {
  const unneeded = [
    demo ? "fromSpotify" : "fromDemo",
    ...freeWords ? [] : FREE_WORDS,
  ];
  return TEXT_NAMES.map((name) => unneeded.includes(name) ? "" : texts[name]).join("\n");
}
