// Songs, requests and queues as the wire carries them, for tests without a server.
import type { CafeSnapshot } from "../../../client/islands/cafe_store.ts";
import type { Playing } from "../../../client/islands/room.ts";
import "./turkish.ts";
import type { CafeHouse } from "../../../server/contract/house.ts";
import type { FoundSong } from "../../../server/contract/music.ts";
import type { OpenRequest, OwnRequest, SongRequest } from "../../../server/contract/requests.ts";

/** What the cafe page starts with. */
export function cafeSnapshot(changes: Partial<CafeSnapshot> = {}): CafeSnapshot {
  return {
    cafeId: "cafe",
    ownerId: "owner",
    musicConnected: true,
    house: openHouse(),
    queue: [],
    playing: null,
    mine: [],
    masa: "",
    ...changes,
  };
}

/** The rules of a house that accepts requests. */
export function openHouse(changes: Partial<CafeHouse> = {}): CafeHouse {
  return {
    open: true,
    reopensAt: null,
    lastCallAt: null,
    order: "tip",
    tables: "off",
    tips: "platform",
    lines: [],
    ...changes,
  };
}

/** A song that plays, as the page of a guest knows it. */
export function playingSong(changes: Partial<Playing> = {}): Playing {
  return {
    requestId: null,
    title: "Kafenin Şarkısı",
    artist: "Kafenin Sanatçısı",
    albumArt: "",
    startedAt: "2026-11-02T17:00:00.000Z",
    durationMs: 200_000,
    positionMs: 60_000,
    isPlaying: true,
    byGuest: false,
    dedication: null,
    seenAtMs: Date.now(),
    ...changes,
  };
}

export function searchResult(changes: Partial<FoundSong> = {}): FoundSong {
  return {
    id: "4uLU6hMCjMI75M1A2tKUQC",
    title: "Gülpembe",
    artist: "Barış Manço",
    albumArt: "",
    uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
    durationMs: 225_000,
    explicit: false,
    ...changes,
  };
}

export function songRequest(_id: string, changes: Partial<SongRequest> = {}): SongRequest {
  return {
    _id,
    songTitle: `Şarkı ${_id}`,
    artist: "Barış Manço",
    albumArt: "",
    uri: `spotify:track:${_id}`,
    ownerId: "owner",
    tipAmount: 10,
    status: "approved",
    createdAt: "2026-11-02T17:00:00.000Z",
    first: false,
    own: false,
    ...changes,
  };
}

/** A request in the owner's list: pending, without `changes`. */
export function openRequest(_id: string, changes: Partial<OpenRequest> = {}): OpenRequest {
  return {
    ...songRequest(_id),
    status: "pending",
    table: null,
    dedication: null,
    sameGuest: 1,
    guest: null,
    atTill: false,
    receivedAmount: 0,
    received: false,
    inQueue: false,
    waits: false,
    unplayable: false,
    place: null,
    decidedBy: null,
    ...changes,
  };
}

export function ownRequest(_id: string, changes: Partial<OwnRequest> = {}): OwnRequest {
  return {
    _id,
    songTitle: `Şarkı ${_id}`,
    artist: "Barış Manço",
    albumArt: "",
    tipAmount: 10,
    ownTip: changes.tipAmount ?? 10,
    asked: true,
    canTakeBack: (changes.status ?? "pending") === "pending",
    status: "pending",
    place: null,
    playedAt: null,
    playing: false,
    waitMinutes: null,
    reversed: false,
    payAtTill: false,
    payAmount: 0,
    refundAtTill: false,
    unplayable: false,
    first: false,
    ...changes,
  };
}
