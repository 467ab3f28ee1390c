// What a simulated evening offers to tests: what may be done in it, and what it tells.
import type { Now, Playback } from "../../../../server/contract/playback.ts";
import type { OpenRequest, SongRequest } from "../../../../server/contract/requests.ts";
import type { Ear } from "./ear.ts";
import type { House } from "./house.ts";
import type { MusicService } from "./music_service.ts";
import type { SimulatedTime } from "./simulated_time.ts";
import type { SpeakerPage } from "./speaker_page.ts";

export type Source = "spotify" | "library" | "manual";

/** A guest's request. */
export interface GuestSong {
  id: string;
  uri: string;
  title: string;
  tipKurus: number;
  lengthMs: number;
  source: Source;
  status: "pending" | "approved" | "rejected";
  /** When it was approved first (true time, epoch ms). */
  approvedAt?: number;
  /** A person has started it on a device that no one listens to here. */
  isByHand: boolean;
}

/** What a person or the world did, and when: begun `from`, done `at` (true time, epoch ms). */
export interface Deed {
  from: number;
  at: number;
  what: string;
}

/** What a person sees of the player bar before a press. */
export type Sight = Pick<Playback, "auto" | "state" | "sentence" | "playing"> | undefined;

/** A button of the player bar. */
export type Press = keyof typeof PRESSES;

/** Where each goes. */
export const PRESSES = {
  "skip": "/api/playback/skip",
  "play next": "/api/requests/play-next",
  "resume": "/api/playback/resume",
  "pause": "/api/playback/pause",
} as const;

export interface Evening extends AsyncDisposable {
  time: SimulatedTime;
  service: MusicService;
  house: House;
  ear: Ear;
  rules: Rules;
  pages: SpeakerPage[];
  songs: GuestSong[];
  deeds: Deed[];
  /** As the last answers had it. */
  known: { source: Source; auto: boolean; fallback: boolean; device?: string };
  ownerId: string;
  /** Lets time pass. */
  pass(seconds: number): Promise<void>;
  /** Waits for what was begun, without letting time pass. */
  settled(): Promise<void>;
  /** A call of the owner, who waits for the answer. Undefined if none came. */
  call(method: string, path: string, body?: unknown): Promise<Response | undefined>;
  /** The same, and its status, 0 for no answer. */
  say(method: string, path: string, body?: unknown): Promise<number>;
  /** A guest asks for a song of the cafe's source, or of this one. */
  ask(tipTl?: number, source?: Source): Promise<GuestSong>;
  decide(song: GuestSong, status: "approved" | "rejected"): Promise<number>;
  /** A guest asks and the owner approves. */
  request(tipTl?: number): Promise<GuestSong>;
  source(source: Source): Promise<number>;
  auto(isOn: boolean): Promise<number>;
  /** The playlist, or the shuffled folder, for an empty queue. */
  fallback(isOn: boolean): Promise<number>;
  chooseDevice(deviceId: string): Promise<number>;
  /** What the panel shows. */
  sight(): Promise<Sight>;
  /** Presses by as many people at once, each of whom has seen `sight`. Returns the statuses. */
  press(what: "skip" | "play next", sight?: Sight, people?: number): Promise<number[]>;
  /** The same by two people who press different things at once. */
  pressBoth(one: Press, other: Press, sight?: Sight): Promise<number[]>;
  pause(): Promise<number>;
  resume(): Promise<number>;
  /** A person in the music account's own app. False if the app could not do it. */
  inApp(what: string, act: (player: MusicService["player"]) => void): Promise<boolean>;
  /** Opens the panel, which reads what plays every 15 seconds until the end of the evening. */
  openPanel(): void;
  /** Whether the product looks at the player by itself: songs play by themselves, or a panel is open. */
  isWatched(): boolean;
  openPage(options?: { isAllowed?: boolean; memory?: Map<string, string> }): SpeakerPage;
  /** Opens the page and presses its button. */
  startPage(): Promise<SpeakerPage>;
  /** The tab is closed; `isTold`: the browser has time to tell the page. */
  closePage(isTold?: boolean): Promise<void>;
  /** The tab is loaded again. `isAllowed`: its browser lets it play without a press. */
  reloadPage(isAllowed: boolean): Promise<SpeakerPage | undefined>;
  /** For `s` seconds nothing comes through between the page and the cafe. */
  pageAway(s: number): void;
  /** The page that was opened last and is open. */
  page(): SpeakerPage | undefined;
  /** Ends the process at once. With `forS` it starts again by itself. */
  kill(forS?: number): void;
  restart(): Promise<void>;
  now(): Promise<Now["playing"]>;
  queue(): Promise<SongRequest[]>;
  open(): Promise<OpenRequest[]>;
  /** For how many seconds this guest's song was heard. */
  heardS(song: GuestSong): Promise<number>;
  /** What the ledger has of this song, in kuruş. */
  tipOf(song: GuestSong): Promise<{ earned: number | null; reversed: number | null }>;
  /** Notes what was done, for the rules, and when it was begun (true time, epoch ms), if not just now. */
  note(what: string, from?: number): void;
}

export interface Rules {
  /** What was wrong, each thing once. */
  faults: string[];
  fault(what: string): void;
  /** Called at each listening. */
  listen(): void | Promise<void>;
  /** Reads what the pages show, and holds it against what is heard. */
  probe(): Promise<void>;
  /** A song that the product has ordered has begun. `sentAt` is when the order came (epoch ms). */
  ordered(sentAt: number): void;
  /** A person presses. Returns what judges the answers. */
  pressing(
    what: "skip" | "play next",
    sight: Sight,
  ): Promise<(answers: { status: number; msg: string }[]) => Promise<void>>;
  /** For how long this guest's song was heard (ms). */
  heardMs(song: GuestSong): Promise<number>;
  /** Holds the money and the queue against what was heard. The evening is over. */
  reckon(): Promise<void>;
}
