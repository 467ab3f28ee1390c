// The search of the cafe page in a DOM of this process, as a guest uses it.
import { strict as assert } from "node:assert";
import {
  type CafeSnapshot,
  type CafeStore,
  openCafeStore,
} from "../../../client/islands/cafe_store.ts";
import { OwnRequests } from "../../../client/islands/OwnRequests.tsx";
import { SearchIsland } from "../../../client/islands/SearchIsland.tsx";
import { useStore } from "../../../client/lib/store.ts";
import type { FoundSong } from "../../../server/contract/music.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { cafeSnapshot, songRequest } from "../../support/people/songs.ts";
import type { Call } from "./network.ts";
import { answerNow } from "./now.ts";
import { click, type DomPage, field, openPage, perform, submit, texts, until } from "./page.ts";

const TERM = "Hangi şarkı çalsın?";

/** The search field. */
export function termField(): HTMLInputElement {
  return field(TERM);
}

/** Opens the search and the list of own requests, and waits until its script is there. */
export async function openSearch(
  page: DomPage,
  snapshot: Partial<CafeSnapshot> = {},
  term = "",
  freeWords = false,
): Promise<CafeStore> {
  const cafe = openCafeStore(cafeSnapshot(snapshot));
  await page.render(
    <>
      <SearchIsland cafe={cafe} demo freeWords={freeWords} term={term} />
      <Own cafe={cafe} />
    </>,
  );
  await perform(() => {
    termField().focus();
  });
  await until(() => document.querySelector("dialog"));
  return cafe;
}

function Own({ cafe }: { cafe: CafeStore }) {
  return <OwnRequests requests={useStore(cafe).mine} musicConnected taken={cafe.refresh} />;
}

/** Lets searches find `songs`. */
export function answerSearches(page: DomPage, songs: FoundSong[]): void {
  page.network.answer("GET", "/api/music/search", () => Response.json(songs));
}

/** Searches by Enter, and waits for songs. */
export async function search(term: string): Promise<void> {
  await submit(termField(), term);
  await until(() => rows().length > 0);
}

/** What each song that was found says. */
export function rows(): string[] {
  return texts(".result");
}

/** The row of a song. @throws AssertionError if there is none */
export function resultRow(title: string): HTMLButtonElement {
  const row = [...document.querySelectorAll<HTMLButtonElement>(".result")].find((row) =>
    row.querySelector(".song-title")!.textContent === title
  );
  assert.ok(row, `'${title}' is not among ${rows()}`);
  return row;
}

/** The sheet, if it is open. */
export function sheet(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>("dialog[open]");
}

/** Opens the sheet of a song that was found. */
export async function openSheet(title: string): Promise<void> {
  await click(resultRow(title));
  assert.ok(sheet(), `the sheet of '${title}' is open`);
}

/** The choice of a tip with this label. */
export function tipChoice(label: string): HTMLInputElement {
  const choice = [...document.querySelectorAll("dialog[open] .tip-choice")].find((choice) =>
    choice.textContent === label
  );
  assert.ok(choice, `there is no tip '${label}'`);
  return choice.querySelector("input")!;
}

/** What the sheet says that the tip does, '' if it says nothing. */
export function tipEffect(): string {
  return document.querySelector("dialog[open] .tip-effect [role=status]")?.textContent ?? "";
}

/** Goes back or forward, as with the browser's buttons. */
export async function go(steps: 1 | -1): Promise<void> {
  await perform(() => history.go(steps));
}

/** A page of a cafe without a server. */
export type CafePage = DomPage & { cafe: CafeStore };

/** Opens the search of a cafe, which finds `songs`. */
export async function openSearchOf(
  songs: FoundSong[],
  snapshot: Partial<CafeSnapshot> = {},
  freeWords = false,
): Promise<CafePage> {
  const page = await openPage();
  answerSearches(page, songs);
  return { ...page, cafe: await openSearch(page, snapshot, "", freeWords) };
}

/** Opens the search and the sheet of a song that it finds, with `others`. Every request is accepted. */
export async function openSheetOn(
  song: FoundSong,
  snapshot: Partial<CafeSnapshot> = {},
  others: FoundSong[] = [],
): Promise<CafePage> {
  const page = await openSearchOf([song, ...others], snapshot);
  page.network.answer("GET", "/api/requests/", []);
  answerNow(page);
  acceptRequests(page);
  await search("gülpembe");
  await openSheet(song.title);
  return page;
}

/** From now on every request is accepted, and waits for the cafe unless `changes` say otherwise. */
export function acceptRequests({ network }: DomPage, changes: Partial<SongRequest> = {}): void {
  const created = () => Response.json(songRequest("1", changes), { status: 201 });
  network.answer("POST", "/api/requests", created);
}

/** The requests that were sent, in order. */
export function requestsSent({ network }: DomPage): Call[] {
  return network.calls.filter(({ method }) => method === "POST");
}

/** The tips of the requests that were sent, in TL. */
export function tipsSent(page: DomPage): number[] {
  return requestsSent(page).map(({ body }) => (body as { tipAmount: number }).tipAmount);
}
