// The languages of the guests' pages: that they are whole, and how each says counts, amounts, times and refusals.
import { strict as assert } from "node:assert";
import { formatMoney, speak, tipLabel } from "../../client/islands/language.ts";
import { refusalsIn } from "../../client/islands/refusals.ts";
import { ERROR_VALUES, type ErrorCode } from "../../server/contract/error_codes.ts";
import { fillCount } from "../../server/contract/languages/fill.ts";
import { sayWhen } from "../../server/contract/languages/say_when.ts";
import {
  type Foreign,
  type Language,
  languageOf,
  LANGUAGES,
  TEXT_NAMES,
} from "../../server/contract/languages/language.ts";
import { TURKISH } from "../../server/contract/languages/tr.ts";
import { NUMBER_RULES } from "../../server/contract/rule_names.ts";
import { filesIn, readText } from "../code_rules/tree.ts";
import { buildClient } from "../support/start/built.ts";

await buildClient();

const FOREIGN = LANGUAGES.filter(({ foreign }) => foreign !== null);
/** Letters that neither English nor German has. */
const TURKISH_LETTERS = /[ğışİĞŞ]/;
/** Names are not translated, and a number may be written alike. */
const ALIKE = new Set(["Sıradaki", "12,50"]);

/** Every text of a language, by where it stands. */
function textsOf(value: object, path = ""): [path: string, text: string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    typeof inner === "string"
      ? [[`${path}${key}`, inner]]
      : inner === null
      ? []
      : textsOf(inner, `${path}${key}.`)
  );
}

Deno.test("each text is used by a screen, and each sentence of the server by the server", () => {
  const sourceOf = (folder: string) => filesIn(folder, /\.tsx?$/).map(readText).join("\n");
  const islands = sourceOf("client/islands");
  const server = [sourceOf("server/house"), sourceOf("server/pages"), sourceOf("client/pages")]
    .join();
  const unused = [
    ...TEXT_NAMES.filter((name) => !new RegExp(`(?<!\\.)\\btexts\\.${name}\\b`).test(islands)),
    ...Object.keys(TURKISH.page).filter((key) => !server.includes(`page.${key}`)),
    ...Object.keys(TURKISH.house)
      .filter((key) => !server.includes(`house.${key}`) && !(key in NUMBER_RULES)),
  ];
  assert.deepEqual(unused, []);
});

Deno.test("a language other than Turkish is named by its own file and by one line of all.ts alone", () => {
  const files = [...filesIn("client", /\.tsx?$/), ...filesIn("server", /\.tsx?$/)]
    .filter((path) => !path.includes("/dist/"));
  const naming = (words: RegExp) => files.filter((path) => words.test(readText(path)));
  for (const { tag } of FOREIGN) {
    const own = `server/contract/languages/${tag}.ts`;
    const [, constant] = /export const (\w+): Language/.exec(readText(own))!;
    const names = new RegExp(`\\b${constant}\\b|languages/${tag}\\.ts"`);
    const all = "server/contract/languages/all.ts";
    assert.deepEqual(new Set(naming(names)), new Set([all, own]));
    assert.equal(readText(all).split("\n").filter((line) => names.test(line)).length, 1);
  }
});

Deno.test("the scripts of guests have no Turkish in them", () => {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readText("client/dist/.vite/islands.json"),
  );
  const scripts = Object.values(manifest).map(({ file }) => file).filter((file) =>
    file.endsWith(".js")
  );
  assert.ok(scripts.length >= 4);
  for (const file of scripts) {
    assert.doesNotMatch(readText(`client/dist/${file}`), /[çğışöüÇĞİŞÖÜ]/, file);
  }
});

for (const language of FOREIGN) {
  Deno.test(`no Turkish is left in ${language.name}`, () => {
    const turkish = new Map(textsOf(TURKISH));
    const left = textsOf({ ...language, name: "" }).filter(([path, text]) =>
      TURKISH_LETTERS.test(text.replace("Sıradaki", "")) ||
      (text.length > 4 && turkish.get(path) === text && !ALIKE.has(text))
    );
    assert.deepEqual(left, []);
    assert.ok(textsOf(language).length > 150);
  });

  Deno.test(`each text in ${language.name} fills in what the Turkish one does, in every plural form`, () => {
    const { pluralCategories } = new Intl.PluralRules(language.tag).resolvedOptions();
    for (const part of ["texts", "page", "house"] as const) {
      for (const [key, text] of textsOf(language[part])) {
        const forms = formsOf(language, text);
        assert.ok(!text.includes("|") || forms.length === pluralCategories.length, key);
        const turkish = (TURKISH[part] as Record<string, string>)[key]!;
        for (const form of forms) {
          assert.deepEqual(placesIn(form), placesIn(turkish), `${key}: ${form}`);
        }
      }
    }
  });

  Deno.test(`each refusal in ${language.name} names what its code names`, () => {
    const { refusals } = language.foreign!;
    for (const [code, schema] of Object.entries(ERROR_VALUES)) {
      for (const form of formsOf(language, refusals[code as keyof typeof refusals])) {
        assert.deepEqual(placesIn(form), Object.keys(schema.shape).sort(), `${code}: ${form}`);
      }
    }
  });
}

/** The forms of a text by the counts that need them. */
function formsOf({ tag }: Language, text: string): string[] {
  const forms = text.split("|");
  if (forms.length === 1) return forms;
  return forms.map((form) => {
    const [category, ...rest] = form.split(":");
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
    assert.ok((pluralCategories as string[]).includes(category!), form);
    return rest.join(":");
  });
}

function placesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/{(\w+)}/g)].map((match) => match[1]!))].sort();
}

const [ENGLISH, GERMAN] = [languageOf("en"), languageOf("de")];
const saying = ({ tag, foreign }: Language) => refusalsIn(tag, foreign!);

Deno.test("counts and amounts are said as the language says them", () => {
  const said = (language: Language, count: number) =>
    fillCount(language.tag, language.texts.songs, count);
  assert.deepEqual([1, 2, 1200].map((count) => said(ENGLISH, count)), [
    "1 song",
    "2 songs",
    "1,200 songs",
  ]);
  assert.deepEqual([1, 2].map((count) => said(TURKISH, count)), ["1 şarkı", "2 şarkı"]);
  assert.equal(fillCount("de", GERMAN.texts.aboutHours, 1.5), "etwa 1,5 Stunden");
  const amounts = [ENGLISH, GERMAN, TURKISH].map(({ tag, texts }) => {
    speak(tag, texts);
    return [formatMoney(1250.5), tipLabel(25), tipLabel(0)];
  });
  assert.deepEqual(amounts, [
    ["1,250.50 TL", "25 TL", "No tip"],
    ["1.250,50 TL", "25 TL", "Ohne Trinkgeld"],
    ["1.250,50 TL", "25 TL", "Bahşişsiz"],
  ]);
});

for (
  const [at, english, german] of [
    ["2026-11-25T15:00:00Z", "yesterday at 18:00", "gestern um 18:00 Uhr"],
    ["2026-11-24T15:00:00Z", "on Tuesday at 18:00", "am Dienstag um 18:00 Uhr"],
    ["2026-11-26T15:00:00Z", "at 18:00", "um 18:00 Uhr"],
    ["2026-11-26T21:00:00Z", "tomorrow at 00:00", "morgen um 00:00 Uhr"],
    ["2026-11-28T15:00:00Z", "on Saturday at 18:00", "am Samstag um 18:00 Uhr"],
    ["2026-12-03T15:00:00Z", "next Thursday at 18:00", "nächsten Donnerstag um 18:00 Uhr"],
  ] as const
) {
  Deno.test(`on a Thursday ${at} is said as '${english}'`, () => {
    const now = Date.parse("2026-11-26T12:00:00Z");
    const said = ({ locale, foreign }: Language) =>
      sayWhen(locale, (foreign as Foreign).when, Date.parse(at), now);
    assert.deepEqual([said(ENGLISH), said(GERMAN)], [english, german]);
  });
}

Deno.test("a refusal is said by its code, with its values, in the form of their number", () => {
  const today = new Date(Date.now() + 1000).toISOString();
  const say = saying(ENGLISH);
  assert.match(
    say({ code: "outside_hours", values: { opensAt: today } }),
    /^Requests open (tomorrow )?at \d\d:\d\d\.$/,
  );
  assert.equal(
    say({ code: "outside_hours", values: { opensAt: null } }),
    say({ code: "requests_closed", values: undefined }),
  );
  assert.equal(
    say({ code: "song_too_long", values: { minutes: 1 } }),
    "Songs can be up to 1 minute long here.",
  );
  assert.equal(
    say({ code: "song_too_long", values: { minutes: 6 } }),
    "Songs can be up to 6 minutes long here.",
  );
  assert.equal(
    say({ code: "too_many_requests", values: { seconds: 1 } }),
    "You've sent a lot of requests in a short time. Try again in 1 second.",
  );
  assert.equal(
    saying(GERMAN)({ code: "too_many_searches", values: { seconds: 12 } }),
    "Sie haben in kurzer Zeit viel gesucht. Versuchen Sie es in 12 Sekunden noch einmal.",
  );
  assert.equal(
    say({ code: "forbidden", values: undefined }),
    "Something went wrong. Please try again.",
  );
});

for (const { tag, foreign } of FOREIGN) {
  Deno.test(`no refusal that comes with seconds says twice in ${tag} to try again`, () => {
    const { refusals, when } = foreign!;
    const say = refusalsIn(tag, { refusals: { ...refusals, retry: "AGAIN" }, when });
    const said = Object.keys(refusals)
      .filter((code) => code !== "retry" && !(code in ERROR_VALUES))
      .map((code) => [code, say({ code: code as ErrorCode, values: { seconds: 3 } })] as const);
    const again = /again|in a moment|wait|noch einmal|warten|später|AGAIN/;
    const doubled = said.filter(([, text]) =>
      / AGAIN$/.test(text) && again.test(text.slice(0, -6))
    );
    assert.deepEqual(doubled, []);
    assert.deepEqual(said.filter(([, text]) => text.endsWith(" AGAIN")).map(([code]) => code), [
      "too_many_requests",
      "too_many_requests_here",
      "too_many_searches",
      "too_many_searches_here",
    ]);
    const told = ["rate_limited", "database_unavailable", "music_busy"] as const;
    for (const code of told) {
      assert.match(say({ code, values: { seconds: 3 } }), again, "it says by itself to try again");
    }
  });
}

/** Never called: the type check fails unless each of the two is refused. */
export function lackingLanguages(): [Language["texts"], Foreign["refusals"]] {
  const { queue: _text, ...texts } = ENGLISH.texts;
  const { song_blocked: _sentence, ...refusals } = ENGLISH.foreign!.refusals;
  return [
    // @ts-expect-error: `queue` is missing
    texts,
    // @ts-expect-error: the sentence of `song_blocked` is missing
    refusals,
  ];
}
