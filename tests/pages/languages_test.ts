// The languages of the guests' pages: that they are whole, how one is chosen and kept, and what a page says in it.
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
import { filesIn, readText } from "../code_rules/tree.ts";
import { createOwner } from "../support/people/factories.ts";
import { ask, EVENINGS, houseOf, houseWith, setRules } from "../support/people/house.ts";
import { decide, newGuest } from "../support/people/requests.ts";
import { addTables } from "../support/people/tables.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

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
    ...Object.keys(TURKISH.house).filter((key) => !server.includes(`house.${key}`)),
  ];
  assert.deepEqual(unused, []);
});

Deno.test("a language that lacks a text or the sentence of a refusal does not compile", () => {
  const { queue, ...texts } = languageOf("en").texts;
  // @ts-expect-error `queue` is missing
  const lacking: Language["texts"] = texts;
  const { song_blocked, ...refusals } = languageOf("en").foreign!.refusals;
  // @ts-expect-error `song_blocked` is missing
  const silent: Foreign["refusals"] = refusals;
  assert.deepEqual([lacking.queue, silent.song_blocked], [undefined, undefined]);
  assert.ok(queue && song_blocked);
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

Deno.test("the links to other languages are at the foot, and above the queue too if that is long", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const path = `/cafe/${owner.cafeId}`;
  const link = '<a href="?dil=en" lang="en">English</a>';
  const partsOf = async () => {
    const { html } = await visit(app, path);
    const [top, foot] = html.split("<footer");
    return [top!.includes(link), foot!.includes(link)];
  };
  assert.deepEqual(await partsOf(), [false, true]);
  await setRules(app, owner, { approve: "always" });
  for (let song = 1; song <= 7; song++) {
    const { status } = await ask(app, owner, {
      songTitle: `Song ${song}`,
    });
    assert.equal(status, 201);
  }
  assert.deepEqual(await partsOf(), [true, true]);
});

Deno.test("a guest's own requests count as two songs, since they are as high", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const guest = await newGuest(app);
  const above = async () =>
    (await visit(app, `/cafe/${owner.cafeId}`, guest)).html.split("<footer")[0]!
      .includes('<a href="?dil=en"');
  for (let song = 1; song <= 3; song++) await ask(app, owner, { songTitle: `Song ${song}` }, guest);
  assert.equal(await above(), false);
  await ask(app, owner, { songTitle: "Song 4" }, guest);
  assert.equal(await above(), true);
});

Deno.test("the page of a Turkish guest has nothing of other languages but the links to them", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps);
  const { html } = await visit(app, `/cafe/${cafeId}`);
  const links = FOREIGN.map(({ tag, name }) => `<a href="?dil=${tag}" lang="${tag}">${name}</a>`);
  const rest = links.reduce((left, link) => left.replace(link, ""), html);
  assert.doesNotMatch(rest, /dil=|data-refusals|refusals-/);
  assert.deepEqual(rest.match(/\blang="[^"]*"/g), ['lang="tr"'], "of the document alone");
  const played = await visit(app, `/cafe/${cafeId}/calanlar`);
  assert.deepEqual(played.html.match(/\blang="[^"]*"/g), ['lang="tr"']);
});

Deno.test("the cafe's and the product's name are marked as Turkish on each page in another language", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps, "Işıl'ın Kahvesi");
  for (const { tag } of FOREIGN) {
    const pages = [`/cafe/${cafeId}`, `/cafe/${cafeId}/calanlar`, "/aydinlatma-metni", "/nowhere"];
    for (const path of pages) {
      const response = await app.fetch(`${path}?dil=${tag}`, { headers: { accept: "text/html" } });
      const body = (await response.text()).split("<body")[1]!.replace(/ data-[\w-]+="[^"]*"/g, "");
      assert.match(body, /<a href="\/" class="brand-link" lang="tr">/, path);
      const names = body.match(/.{12}Işıl&#x27;ın Kahvesi/g) ?? [];
      for (const name of names) assert.match(name, / lang="tr">Işıl/, path);
      assert.equal(names.length, path.startsWith("/cafe/") ? 1 : 0, path);
    }
  }
});

Deno.test("a guest chooses a language by a link, keeps it for the visit, and ends it with Turkish", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps, "Işıl'ın Kahvesi");
  const path = `/cafe/${cafeId}`;
  const turkish = await visit(app, path);
  assert.match(turkish.html, /<html lang="tr">.*<a href="\?dil=en" lang="en">English<\/a>/s);
  assert.equal(turkish.set, undefined);
  const chosen = await visit(app, `${path}?dil=en`);
  assert.equal(chosen.set, `dil=en; Max-Age=21600; Path=${path}; HttpOnly; SameSite=Lax`);
  assert.match(
    chosen.html,
    /<html lang="en">.*<h1 lang="tr">Işıl&#x27;ın Kahvesi<\/h1>.*No songs in the queue yet\..*<a href="\?dil=tr" lang="tr">Türkçe<\/a>/s,
  );
  assert.match(chosen.html, new RegExp(`<link rel="canonical" href="[^"]*${path}\\?dil=en"`));
  const later = await visit(app, path, "dil=en");
  assert.match(later.html, /<html lang="en">/);
  assert.equal(later.set, undefined, "six hours count from the choice");
  assert.match((await visit(app, `${path}?dil=de`, "dil=en")).html, /<html lang="de">/);
  const ended = await visit(app, `${path}?dil=tr`, "dil=en");
  assert.match(ended.html, /<html lang="tr">/);
  assert.match(ended.set!, /^dil=; Max-Age=0; Path=\/cafe\//);
});

Deno.test("any other language counts as none, whatever the browser asks for", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps);
  for (
    const [query, cookie] of [["?dil=fr", ""], ["?dil=", ""], ["", "dil=%22%3E"], [
      "?dil=EN",
      "",
    ]] as const
  ) {
    const { html, set } = await visit(app, `/cafe/${cafeId}${query}`, cookie);
    assert.match(html, /<html lang="tr">/);
    assert.equal(set, undefined);
  }
  assert.match((await visit(app, `/cafe/${cafeId}?dil=fr`, "dil=en")).html, /<html lang="en">/);
});

Deno.test("a page carries the texts of its language alone, and refusals only if that is not Turkish", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps);
  for (const { tag, texts, foreign } of LANGUAGES) {
    const { html } = await visit(app, `/cafe/${cafeId}?dil=${tag}`);
    assert.ok(html.includes(texts.songOrArtist));
    assert.equal(html.includes("data-refusals"), foreign !== null);
    const others = LANGUAGES.filter((language) => language.tag !== tag);
    for (const other of others) assert.ok(!html.includes(other.texts.songOrArtist), other.tag);
  }
});

Deno.test("the pages of a cafe are kept apart by their language, also for a guest with requests", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const path = `/cafe/${owner.cafeId}`;
  for (const tag of ["en", "tr", "en"]) {
    assert.match((await visit(app, `${path}?dil=${tag}`)).html, new RegExp(`<html lang="${tag}">`));
  }
  assert.equal(app.deps.cafePages.size, 2);
  const guest = await newGuest(app);
  const { body: { _id } } = await ask(app, owner, {}, guest);
  assert.match((await visit(app, path, `${guest}; dil=en`)).html, /My requests<\/h2>.*>waiting</s);
  await decide(app, owner.token, _id, "approved");
  assert.match((await visit(app, path, "dil=de")).html, />1 Titel<.*Als Nächstes/s);
});

Deno.test("the rules of the house are said in the language of the page and of ?dil=, and a table keeps its name", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, {
    requests: "hours",
    hours: EVENINGS,
    longestMinutes: 1,
    perGuest: 3,
    repeatMinutes: 60,
    approve: "from",
    approveFromTl: 1250.5,
    explicit: "refused",
    blockedWords: ["firuze"],
    order: "patience",
    patienceSongs: 2,
    tips: "till",
    tables: "optional",
    lastCallMinutes: 30,
  });
  const linesIn = async (dil: string, masa = "") =>
    (await (await app.call("GET", `/api/cafes/${owner.cafeId}?masa=${masa}&dil=${dil}`)).json())
      .house.lines;
  // It is Monday, 20:00.
  assert.deepEqual(await linesIn("en"), [
    "Last requests at 01:30.",
    "Scan the code on your table, and your request shows which table it came from.",
    "No songs with explicit lyrics, please.",
    "Some songs can't be requested here.",
    "Songs can be up to 1 minute long.",
    "A song can be requested again 60 minutes after it was played.",
    "You can have up to 3 requests waiting at a time.",
    "Requests with a tip of 1,250.50 TL or more go straight into the queue.",
    "Higher tips play first, but at most 2 later songs can overtake yours.",
    "Please pay your tip at the till.",
  ]);
  assert.deepEqual(await linesIn("tr"), await linesIn("xx"));
  assert.match((await houseOf(app, owner)).lines[0]!, /^Son istek saati 01\.30\.$/);
  const [table] = await addTables(app, owner, "Masa 5");
  assert.equal((await linesIn("en", table!.code))[1], "Your table: Masa 5.");
  await setRules(app, owner, { lastCallMinutes: null });
  app.clock.pass(12 * 60 * 60_000);
  assert.equal((await linesIn("de"))[0], "Mit Wünschen geht es um 18:00 Uhr weiter.");
  assert.match(
    (await visit(app, `/cafe/${owner.cafeId}?dil=en`)).html,
    /role="status">Requests open at 18:00\.</,
  );
});

Deno.test("the notice on personal data in short, what has played, an unknown cafe, and the short address keep the language", async () => {
  await using app = await testApp();
  const { cafeId, token } = await createOwner(app.deps);
  const privacy = await visit(app, "/aydinlatma-metni?dil=en");
  assert.match(
    privacy.html,
    /<html lang="en">.*<h1>Privacy<\/h1>.*<a href="\/aydinlatma-metni" hrefLang="tr">/s,
  );
  assert.match(privacy.html, /searched; they are deleted after 30 days\./);
  assert.match(
    (await visit(app, "/aydinlatma-metni?dil=de")).html,
    /nach 30 Tagen werden sie gelöscht/,
  );
  assert.match(
    (await visit(app, "/aydinlatma-metni")).html,
    /<html lang="tr">.*<h1>Aydınlatma metni<\/h1>/s,
  );
  assert.match(
    (await visit(app, `/cafe/${cafeId}?dil=en`)).html,
    /href="\/aydinlatma-metni\?dil=en"/,
  );
  const played = await visit(app, `/cafe/${cafeId}/calanlar`, "dil=de");
  assert.match(
    played.html,
    /<html lang="de">.*<h1>Was lief heute\?<\/h1>.*Heute lief noch kein Titel\./s,
  );
  assert.match(played.html, new RegExp(`href="/cafe/${cafeId}\\?dil=de">Titel wünschen<`));
  const missing = await app.fetch("/cafe/nowhere?dil=de");
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /<html lang="de">.*Dieses Café wurde nicht gefunden/s);
  const { shortUrl } = await (await app.call("GET", "/api/cafes/me", { token })).json();
  const short = await app.fetch(`${new URL(shortUrl).pathname}?dil=en`, { redirect: "manual" });
  assert.equal(short.headers.get("location"), `/cafe/${cafeId}?dil=en`);
});

async function visit(app: TestApp, path: string, cookie = "") {
  const headers = { cookie, "accept-language": "en-GB" };
  const response = await app.fetch(path, { headers });
  assert.equal(response.status, 200);
  const set = response.headers.getSetCookie().find((text) => text.startsWith("dil="));
  return { html: await response.text(), set };
}
