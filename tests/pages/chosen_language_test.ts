// How a guest's page is said in another language: how one is chosen and kept, and what the page says in it.
import { strict as assert } from "node:assert";
import { LANGUAGES } from "../../server/contract/languages/language.ts";
import { createOwner } from "../support/people/factories.ts";
import { ask, EVENINGS, houseOf, houseWith, setRules } from "../support/people/house.ts";
import { decide, newGuest } from "../support/people/requests.ts";
import { addTables } from "../support/people/tables.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

await buildClient();

const FOREIGN = LANGUAGES.filter(({ foreign }) => foreign !== null);

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
