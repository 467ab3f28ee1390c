// PUT /api/music/list, and the search of the listed songs (docs/manual.md#the-list).
import { strict as assert } from "node:assert";
import { createOwner } from "../../support/people/factories.ts";
import { answerOf, sentenceOf } from "../../support/people/guests.ts";
import {
  type ManualCafe,
  manualCafe,
  sendList,
  sendPreview as preview,
  titlesFor,
} from "../../support/music/manual_cafe.ts";

const LIST = `şarkı;sanatçı
İstanbul İstanbul Olalı;Sezen Aksu
Gülpembe;Barış Manço
Git;Sezen Aksu
Gülümse;Sezen Aksu`;

Deno.test("PUT /api/music/list answers how many songs it has listed and how many lines it has skipped", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  assert.deepEqual(await answerOf(sendList(app, token, `${LIST}\nyarım\nGİT;Sezen Aksu`)), [200, {
    songs: 4,
    skipped: 2,
    skippedLines: [
      { line: 6, why: "Sanatçının adı yok." },
      { line: 7, why: "Bu şarkı daha önceki bir satırda var." },
    ],
  }]);
  const empty = await sendList(app, token, "");
  assert.deepEqual(await empty.json(), { songs: 0, skipped: 0, skippedLines: [] });
});

Deno.test("a preview answers the first five songs and both counts, and changes nothing", async () => {
  await using cafe = await manualCafe(LIST);
  assert.deepEqual(
    await answerOf(sendPreview(cafe, Array.from({ length: 7 }, (_, i) => `Yeni ${i},Koro`))),
    [200, {
      songs: 7,
      skipped: 0,
      skippedLines: [],
      first: Array.from({ length: 5 }, (_, i) => ({ title: `Yeni ${i}`, artist: "Koro" })),
      listed: 4,
      columns: { names: ["Yeni 0", "Koro"], title: 0, artist: 1, sure: true },
    }],
  );
  assert.deepEqual(await titlesFor(cafe, "yeni"), []);
  assert.deepEqual(await titlesFor(cafe, "gulpembe"), ["Gülpembe"]);
});

Deno.test("a list whose columns nothing names is refused until the owner chooses them, which the preview asks for", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  const file = new TextEncoder().encode(
    ["spotify:track:1", "spotify:track:2"].map((id, i) => `${id},2026-01-0${i + 1},Koro,Şarkı ${i}`)
      .join("\n"),
  );
  const { columns, first } = await (await preview(app, token, file)).json();
  assert.deepEqual([columns, first[0]], [
    {
      names: ["spotify:track:1", "2026-01-01", "Koro", "Şarkı 0"],
      title: 2,
      artist: 3,
      sure: false,
    },
    { title: "Koro", artist: "Şarkı 0" },
  ]);
  assert.match(await sentenceOf(sendList(app, token, file), 400), /^Hangi sütunda şarkının/);
  const headers = { "content-type": "text/csv", "x-auth-token": token };
  const call = async (method: string, path: string) =>
    await app.fetch(path, { method, headers, body: file });
  const chosen = await call("POST", "/api/music/list/preview?title=3&artist=2");
  assert.deepEqual((await chosen.json()).first[0], { title: "Şarkı 0", artist: "Koro" });
  assert.equal((await call("PUT", "/api/music/list?title=3&artist=2")).status, 200);
  assert.deepEqual(await titlesFor(cafe, "koro"), ["Şarkı 0", "Şarkı 1"]);
  for (const wrong of ["title=1&artist=1", "title=1"]) {
    assert.match(
      await sentenceOf(call("PUT", `/api/music/list?${wrong}`), 400),
      /^Şarkı ve sanatçı için iki ayrı sütun seçin/,
    );
  }
  assert.equal((await call("PUT", "/api/music/list?title=x&artist=1")).status, 400);
});

Deno.test("a file that is no text, or holds no song, is refused by its preview and its sending, and the list stays", async () => {
  await using cafe = await manualCafe(LIST);
  const { app, owner: { token } } = cafe;
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  for (
    const [file, says] of [
      ["PK\x03\x04\x14\0\x06\0[Content_Types].xml", /^Bu bir Excel dosyası\. .*'CSV UTF-8'/],
      ["PK\x03\x04mimetypeapplication/vnd", /^Bu bir Excel dosyası ya da ZIP arşivi\. /],
      ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", /^Bu bir Excel dosyası\. /],
      ["\x89PNG\r\n\x1a\nabc,def\nghi,jkl", /^Bu bir resim dosyası\. /],
      ["\xff\xd8\xff\xe0", /^Bu bir resim dosyası\. /],
      ["%PDF-1.7\na,b", /^Bu bir PDF dosyası\. /],
      ["bplist00\0abc", /^Bu bir Apple ayar dosyası\. /],
      ["<?xml version='1.0'?><plist>", /^Bu bir web sayfası ya da XML dosyası\. /],
      ["<html><body>a,b", /^Bu bir web sayfası ya da XML dosyası\. /],
      ['{"tracks":[{"name":"Git"}]}', /^Bu bir JSON dosyası\. /],
      [
        "https://a.example/1,2026-01-02\nhttps://a.example/2,2026-01-03",
        /^Bu dosyada adres, tarih/,
      ],
      ["#EXTM3U\nC:\\Müzik\\a.mp3", /^Bu dosyada şarkı bulunamadı\. /],
      ["Git,Sezen\0Aksu", /^Bu bir metin dosyası değil\. /],
      ["Git,Sezen Aksu\n\x81\xfe,\x90", /^Bu bir metin dosyası değil\. /],
      ["merhaba\nhepinize", /^Bu dosyada şarkı bulunamadı\. /],
    ] as const
  ) {
    for (const send of [sendList, preview]) {
      assert.match(await sentenceOf(send(app, token, bytes(file)), 400), says);
    }
    app.clock.pass(10 * 60_000);
  }
  assert.deepEqual(await titlesFor(cafe, "gulpembe"), ["Gülpembe"]);
});

Deno.test("GET /api/music/list is a file that takes a replacement back", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  const signs = Array.from({ length: 600 }, (_, i) => `"Şarkı; ${i} ""iki"", üç";=Koro ${i}`);
  await sendList(app, token, signs.join("\n"));
  const before = await app.call("GET", "/api/music/list", { token });
  assert.equal(before.headers.get("content-type"), "text/csv; charset=utf-8");
  const file = await before.text();
  await sendList(app, token, "Git,Sezen Aksu");
  assert.deepEqual(await (await sendList(app, token, file)).json(), {
    songs: 600,
    skipped: 0,
    skippedLines: [],
  });
  assert.equal(await (await app.call("GET", "/api/music/list", { token })).text(), file);
  assert.deepEqual(await titlesFor(cafe, "599"), ['Şarkı; 599 "iki", üç']);
  assert.deepEqual(await titlesFor(cafe, "sezen"), []);
});

Deno.test("a twenty-first preview within ten minutes is refused", async () => {
  await using cafe = await manualCafe();
  for (let i = 0; i < 20; i++) assert.equal((await sendPreview(cafe, ["a,b"])).status, 200);
  assert.equal((await sendPreview(cafe, ["a,b"])).status, 429);
});

Deno.test("the search ignores Turkish letters, case and the order of words, and finds beginnings of words", async () => {
  await using cafe = await manualCafe(LIST);
  assert.deepEqual(await titlesFor(cafe, "ISTANBUL"), ["İstanbul İstanbul Olalı"]);
  assert.deepEqual(await titlesFor(cafe, "aksu gul"), ["Gülümse"]);
  assert.deepEqual(await titlesFor(cafe, "sez"), ["İstanbul İstanbul Olalı", "Git", "Gülümse"]);
  assert.deepEqual(await titlesFor(cafe, "manço gülpembe"), ["Gülpembe"]);
  for (const nothing of ["ksu", "gül yok", "?!", " "]) {
    assert.deepEqual(await titlesFor(cafe, nothing), []);
  }
});

Deno.test("the search finds ten songs at most, in the order of the list", async () => {
  const titles = Array.from({ length: 12 }, (_, i) => `Şarkı ${i}`);
  await using cafe = await manualCafe(titles.map((title) => `${title},Koro`).join("\n"));
  assert.deepEqual(await titlesFor(cafe, "sarki"), titles.slice(0, 10));
});

Deno.test("a new list replaces the old one, and songs have other addresses than before", async () => {
  await using cafe = await manualCafe(LIST);
  const { app, owner: { token, ownerId } } = cafe;
  const uriOf = async (term: string) =>
    (await app.ok("GET", `/api/music/search?ownerId=${ownerId}&term=${term}`))[0]?.uri;
  const before = await uriOf("gulpembe");
  assert.match(before, /^manual:\d+$/);
  await sendList(app, token, "Gülpembe,Barış Manço");
  app.clock.pass(10_000);
  assert.notEqual(await uriOf("gulpembe"), before);
  assert.equal(await uriOf("git"), undefined);
});

Deno.test("a cafe's list is not found at another cafe", async () => {
  await using cafe = await manualCafe(LIST);
  const { app } = cafe;
  const other = await createOwner(app.deps);
  await app.call("PUT", "/api/music", { token: other.token, body: { source: "manual" } });
  assert.deepEqual(await titlesFor({ ...cafe, owner: other }, "git"), []);
});

Deno.test("PUT /api/music/list refuses another media type, more than 1 MB, and a call without a login", async () => {
  await using cafe = await manualCafe(LIST);
  const { app, owner: { token } } = cafe;
  const json = sendList(app, token, "a,b", "application/json");
  assert.equal(await sentenceOf(json, 415), "Liste CSV biçiminde gönderilmelidir.");
  const line = "Şarkı,Koro\n";
  const large = line.repeat(Math.ceil(1024 * 1024 / new TextEncoder().encode(line).length));
  assert.equal((await sendList(app, token, large + "x".repeat(20))).status, 413);
  assert.equal((await sendList(app, "nobody", "a,b")).status, 401);
  const csv = await sendList(app, token, "Git,Sezen Aksu", "text/csv; charset=utf-8");
  assert.equal(csv.status, 200);
  assert.deepEqual(await titlesFor(cafe, "git"), ["Git"]);
});

Deno.test("a list of just 1 MB and 20 000 songs is read, and others go first meanwhile", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token, ownerId } } = cafe;
  const lines = Array.from(
    { length: 20_000 },
    (_, i) => `Song ${i},An artist of number ${i % 100}`,
  );
  const padding = "\n".repeat(1024 * 1024 - lines.join("\n").length);
  let isSent = false;
  const sending = sendList(app, token, lines.join("\n") + padding).finally(() => isSent = true);
  const other = app.call("GET", `/api/requests/queue/${ownerId}`).then(async (answer) => {
    await answer.body?.cancel();
    return { status: answer.status, isFirst: !isSent };
  });
  let turns = 0;
  for (; !isSent; turns++) await new Promise((resolve) => setImmediate(resolve));
  // The lines are read in 40 pieces and stored in 40 commits, and what waits has its turn after each.
  assert.ok(turns >= 80, `${turns} turns`);
  assert.deepEqual(await other, { status: 200, isFirst: true });
  assert.deepEqual(await (await sending).json(), { songs: 20_000, skipped: 0, skippedLines: [] });
  assert.deepEqual(await titlesFor(cafe, "19999"), ["Song 19999"]);
});

Deno.test("a list of more than 20 000 songs is refused, and the earlier one stays", async () => {
  await using cafe = await manualCafe(LIST);
  const lines = Array.from({ length: 20_001 }, (_, i) => `Song ${i},Choir`);
  assert.deepEqual(await answerOf(sendList(cafe.app, cafe.owner.token, lines.join("\n"))), [413, {
    msg: "Bir listede en fazla 20.000 şarkı olabilir. Eski listeniz duruyor.",
    code: "list_too_long",
  }]);
  assert.deepEqual(await titlesFor(cafe, "gulpembe"), ["Gülpembe"]);
});

Deno.test("a longer list is replaced whole, also by two that are sent at once", async () => {
  await using cafe = await manualCafe(
    Array.from({ length: 1_200 }, (_, i) => `Eski ${i},Koro`).join("\n"),
  );
  const lists = ["Bir", "İki"].map((name) =>
    Array.from({ length: 700 }, (_, i) => `${name} ${i},Koro`).join("\n")
  );
  await Promise.all(lists.map((list) => sendList(cafe.app, cafe.owner.token, list)));
  assert.deepEqual(await titlesFor(cafe, "eski"), []);
  assert.deepEqual(await titlesFor(cafe, "bir"), []);
  assert.deepEqual(await titlesFor(cafe, "iki 699"), ["İki 699"]);
});

Deno.test("an eleventh list within ten minutes is refused", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  // The first one was sent with the cafe.
  for (let i = 1; i < 10; i++) {
    assert.equal((await sendList(app, token, "Git,Sezen Aksu")).status, 200);
  }
  const refused = await sendList(app, token, "Git,Sezen Aksu");
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "600");
  assert.match((await refused.json()).msg, /^Kısa sürede çok fazla liste yüklediniz\. 600 saniye/);
  app.clock.pass(10 * 60_000);
  assert.equal((await sendList(app, token, "Git,Sezen Aksu")).status, 200);
});

/** POST /api/music/list/preview */
async function sendPreview({ app, owner: { token } }: ManualCafe, lines: string[]) {
  return await preview(app, token, lines.join("\n"));
}
