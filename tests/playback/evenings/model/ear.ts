// What is truly heard in a simulated evening, from the speakers of the music account and of the pages that play.
import { REST_MS } from "./tolerances.ts";
import type { House } from "./house.ts";
import type { MusicService } from "./music_service.ts";
import { LISTEN_MS, type SimulatedTime } from "./simulated_time.ts";
import type { SpeakerPage } from "./speaker_page.ts";

/** One song that sounds, from when it begins or goes on elsewhere until another one sounds at that speaker. */
export interface Hearing {
  where: "account" | SpeakerPage;
  uri: string;
  /** Of a page: the id of the play. */
  playId?: string;
  /** At the account: whether an order of the product began it. */
  isOrdered: boolean;
  /** Whether the product was told in time that it began. */
  isAnswered: boolean;
  from: number;
  /** When it was last heard. */
  until: number;
  /** For how long it was heard. */
  ms: number;
  /** For how long of that the product could look, or be told. */
  knowableMs: number;
  /** Where in the song it was when it was first heard, and how far it came. */
  firstMs: number;
  lastMs: number;
}

export interface Ear {
  hearings: Hearing[];
  /** What sounds at this moment. */
  now(): Hearing[];
  /** For how long nothing has been heard (ms). */
  silentMs(): number;
  /** For how long two speakers have sounded at once (ms). */
  togetherMs(): number;
  listen(): void;
}

/** A song that is this much further back than before has begun again, or a person has moved it. */
const BACK_MS = 5_000;

export function openEar(
  { time, service, house, pages, isWatched }: {
    time: SimulatedTime;
    service: MusicService;
    house: House;
    pages: SpeakerPage[];
    /** Whether the product looks at the account's player by itself. */
    isWatched(): boolean;
  },
): Ear {
  const hearings: Hearing[] = [];
  const latest = new Map<Hearing["where"], Hearing>();
  let sounding: Hearing[] = [];
  let beginnings = 0;
  let silentSince = time.now();
  let aloneUntil = time.now();

  return {
    hearings,
    now: () => sounding,
    silentMs: () => time.now() - silentSince,
    togetherMs: () => time.now() - aloneUntil,
    listen() {
      sounding = [];
      atAccount();
      for (const page of pages) atPage(page);
      if (sounding.length > 0) silentSince = time.now();
      if (sounding.length < 2) aloneUntil = time.now();
    },
  };

  function atAccount(): void {
    const { player, begun } = service;
    if (!player.isHeard()) return;
    const { item, progressMs } = player.playing()!;
    const isNew = begun.length !== beginnings;
    beginnings = begun.length;
    const { isOrdered = false, isAnswered = true } = begun.at(-1) ?? {};
    take({ where: "account", uri: item.uri, isOrdered, isAnswered }, progressMs, isNew);
  }

  function atPage(page: SpeakerPage): void {
    const heard = page.decks.heard();
    if (!heard) return;
    const { uri, playId, positionMs } = heard;
    take({ where: page, uri, playId, isOrdered: true, isAnswered: true }, positionMs, false);
  }

  function take(
    what: Pick<Hearing, "where" | "uri" | "playId" | "isOrdered" | "isAnswered">,
    positionMs: number,
    isNew: boolean,
  ): void {
    const last = latest.get(what.where);
    // A page that gets its song back from another page does not go on with what it was heard of there.
    const wasHeardHere = last === hearings.findLast(({ uri }) => uri === what.uri);
    const goesOn = !isNew && last?.uri === what.uri && last.playId === what.playId &&
      wasHeardHere && positionMs > last.lastMs - BACK_MS;
    const hearing: Hearing = goesOn ? last : {
      ...what,
      from: time.now() - Math.min(positionMs, LISTEN_MS),
      until: time.now(),
      ms: -LISTEN_MS + Math.min(positionMs, LISTEN_MS),
      knowableMs: 0,
      firstMs: Math.max(0, positionMs - LISTEN_MS),
      lastMs: positionMs,
    };
    if (!goesOn) {
      latest.set(what.where, hearing);
      hearings.push(hearing);
    }
    hearing.until = time.now();
    hearing.ms += LISTEN_MS;
    hearing.lastMs = positionMs;
    const isReached = what.where === "account"
      ? service.isOnline() && time.now() >= service.failedAt() + REST_MS && isWatched()
      : what.where.isOnline();
    if (isReached && house.app()) hearing.knowableMs += LISTEN_MS;
    sounding.push(hearing);
  }
}
