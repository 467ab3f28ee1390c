import { strict as assert } from "node:assert";
import {
  answerSearches,
  openSearch,
  requestsSent,
  rows,
  search,
  sheet,
  termField,
} from "../../../support/dom/cafe_search.tsx";
import { refusal } from "../../../support/dom/network.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  field,
  openPage,
  pageText,
  settle,
  submit,
  type,
  until,
} from "../../../support/dom/page.ts";
import { searchResult, songRequest } from "../../../support/people/songs.ts";

const ROW = "Listede yok mu? Adını yazın";
const TITLE = "Şarkının adı";
const ARTIST = "Sanatçı";

Deno.test("a guest names a song that the search does not find, and the sheet sends it", async () => {
  await using page = await openFree();
  await openForm("sarı gelin");
  assert.match(pageText(), /Aramanıza uygun şarkı bulunamadı\./);
  assert.equal(field(TITLE).value, "sarı gelin", "what was searched for");
  assertFocused(field(TITLE));
  await type(field(TITLE), " Sarı  Gelin ");
  await submit(field(ARTIST), "Anonim");
  assert.match(sheet()!.textContent!, /Sarı GelinAnonim/);
  await send();
  assert.deepEqual(requestsSent(page).map(({ body }) => body), [{
    songTitle: "Sarı Gelin",
    artist: "Anonim",
    albumArt: "",
    uri: "manual:",
    ownerId: "owner",
    tipAmount: 10,
  }]);
});

Deno.test("the row stands below the songs that were found, and only where free words are taken", async () => {
  await using page = await openFree([searchResult()]);
  await search("gülpembe");
  await until(() => document.querySelector(".free-row"));
  assert.ok(document.querySelector(".results > ul + .free")!.contains(button(ROW)));
  await openSearch(page);
  await submit(termField(), "dönence");
  await settle();
  assert.equal(rows().length, 1);
  assert.doesNotMatch(pageText(), /Listede yok mu/);
});

for (
  const [label, texts, sentence] of [
    [TITLE, [" ", "Anonim"], "Şarkının adını yazın."],
    [ARTIST, ["Sarı Gelin", " "], "Sanatçının adını yazın."],
  ] as const
) {
  Deno.test(`the form without '${label}' says what is missing at the field, which has the focus`, async () => {
    await using _ = await openFree();
    await openForm("sarı gelin");
    await type(field(TITLE), texts[0]);
    await submit(field(ARTIST), texts[1]);
    const described = document.getElementById(field(label).getAttribute("aria-describedby")!)!;
    assert.equal(described.textContent, sentence);
    assertFocused(field(label));
    assert.equal(sheet(), null);
  });
}

Deno.test("two songs in a guest's own words are two requests, also if the first was not accepted", async () => {
  await using page = await openFree();
  await openForm("sarı gelin");
  await submit(field(ARTIST), "Anonim");
  page.network.answer(
    "POST",
    "/api/requests",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await send();
  await click(button("Vazgeç ve kapat"));
  await type(field(TITLE), "Uzun İnce Bir Yoldayım");
  await submit(field(ARTIST), "Âşık Veysel");
  await send();
  const keys = requestsSent(page).map(({ headers }) => headers.get("idempotency-key"));
  assert.equal(new Set(keys).size, 2);
});

/** The search of a cafe that takes free words, which finds `songs`. */
async function openFree(songs = [] as ReturnType<typeof searchResult>[]): Promise<DomPage> {
  const page = await openPage();
  answerSearches(page, songs);
  page.network.answer("GET", "/api/requests/", () => Response.json([]));
  const created = () => Response.json(songRequest("1"), { status: 201 });
  page.network.answer("POST", "/api/requests", created);
  await openSearch(page, {}, "", true);
  return page;
}

async function openForm(term: string): Promise<void> {
  await submit(termField(), term);
  await until(() => document.querySelector(".free-row"));
  await click(button(ROW));
}

async function send(): Promise<void> {
  await click(button("İstek gönder"));
  await settle();
}
