// What a cafe should hold after the steps of a sequence. It knows the documents, and nothing of the product's code.
import type { Login } from "./person.ts";
import { inUsualOrder } from "../../support/people/queue_order.ts";

export interface Request {
  id: string;
  uri: string;
  /** The number of the guest who asked. */
  asker: number;
  /** What each guest gives, by number, in kuruş. */
  tips: number[];
  /** Given without a cookie, in kuruş. */
  anonymousTips: number;
  /** `sent`: the player has taken it, and pages show it. */
  state: "pending" | "approved" | "sent" | "unplayable" | "rejected" | "withdrawn" | "played";
  createdAt: number;
  /** When it entered the queue. */
  enteredAt: number;
  /** What the last decision may be taken back to, until then (epoch ms). */
  undo?: { to: "pending" | "approved" | "unplayable"; until: number };
  atTill: boolean;
  /** What the till has of it, in kuruş. */
  receivedKurus: number;
  table: string | null;
  /** How often the player could not begin it, or was closed when it was sent there. */
  vainPlays: number;
  /** It was skipped early or never played. */
  isReversed: boolean;
}

export interface Table {
  id: string;
  label: string;
  code: string;
}

export interface Payout {
  id: string;
  kurus: number;
  isPaid: boolean;
}

export interface Lease {
  secret: string;
  tab: string;
  /** The number of the person who claimed it. */
  by: number;
  /** The login that claimed it, with which it ends. */
  login: Login;
  until: number;
}

/** The song that plays. */
export interface Play {
  id: string | null;
  request: Request;
  startedAt: number;
  /** Whether the page has said that it plays. */
  isReported: boolean;
  /** Since when it stands, because another tab has become the player. */
  heldAt?: number;
}

/** The rules of the house, as PUT /api/house takes them. */
export interface Rules {
  requests: "open" | "closed";
  tips: "platform" | "till";
  order: "tip" | "patience";
  patienceSongs: number;
  approve: "never" | "always" | "from";
  approveFromTl: number | null;
  perGuest: number | null;
  tables: "off" | "optional" | "required";
}

export const UNDO_MS = 120_000;
const SKIPPED_EARLY_MS = 30_000;

/** Everything of one cafe. */
export class CafeModel {
  readonly rules: Rules = {
    ...{ requests: "open", tips: "platform", order: "tip", patienceSongs: 5 },
    ...{ approve: "never", approveFromTl: null, perGuest: null, tables: "off" },
  };
  /** In the order in which they were filed. */
  readonly requests: Request[] = [];
  tables: Table[] = [];
  /** Of tables that are gone or were given new codes. */
  readonly endedCodes: string[] = [];
  readonly payouts: Payout[] = [];
  readonly endedLeases: string[] = [];
  lease?: Lease;
  play?: Play;
  /** When each request that was played had entered the queue, in the order of the plays. */
  readonly played: number[] = [];
  balanceKurus = 0;
  /** Of the till: of songs that were played and not cut short, and what was ticked, in kuruş. */
  expectedKurus = 0;
  receivedKurus = 0;
  failures = 0;

  /** The requests of the queue, in the order in which they will be played if nothing changes. */
  get queue(): Request[] {
    const { requests, rules, played } = this;
    const usual = inUsualOrder(requests.filter(({ state }) => state === "approved"), (r) => ({
      ...{ id: r.id, tip: sumOf(r), createdAt: r.createdAt },
    }));
    const shown = requests.filter(({ state }) => state === "sent");
    const entries = [...played, ...shown.map(({ enteredAt }) => enteredAt)];
    return rules.order === "tip" ? usual : withPatience(usual, rules.patienceSongs, entries);
  }

  /** A song begins: it earns its tip. */
  begin(request: Request, play: Omit<Play, "request">): void {
    this.play = { ...play, request };
    this.played.push(request.enteredAt);
    request.state = "played";
    delete request.undo;
    this.#earn(request, sumOf(request));
  }

  /** The lease of the page that plays ends. */
  endLease(): void {
    if (!this.lease) return;
    this.endedLeases.push(this.lease.secret);
    delete this.lease;
  }

  /** The song ends. In its first 30 seconds a skip takes its tip back, as does a song that never played. */
  end(how: "over" | "skipped" | "not played", at: number): void {
    const { play } = this;
    if (!play) return;
    delete this.play;
    const heardMs = (play.heldAt ?? at) - play.startedAt;
    const isEarly = how === "skipped" && heardMs < SKIPPED_EARLY_MS;
    if (!isEarly && how !== "not played") return;
    play.request.isReversed = true;
    this.#earn(play.request, -sumOf(play.request));
  }

  #earn({ atTill }: Request, kurus: number): void {
    if (atTill) this.expectedKurus += kurus;
    else this.balanceKurus += kurus;
  }

  /** The period ends: what was earned becomes a payout. */
  close(payoutId: string): void {
    if (this.balanceKurus <= 0) return;
    this.payouts.push({ id: payoutId, kurus: this.balanceKurus, isPaid: false });
    this.balanceKurus = 0;
  }
}

/**
 * The songs as they will play by patience if nothing changes: a song that `most` later ones have overtaken goes first.
 * `entries`: when each song that was played or sent had entered the queue.
 */
function withPatience<T extends { enteredAt: number }>(
  usual: T[],
  most: number,
  entries: number[],
): T[] {
  const waiting = [...usual];
  const before = [...entries];
  return usual.map(() => {
    const overtaken = (song: T) => before.filter((entry) => entry > song.enteredAt).length;
    const [outOfTurn] = waiting.filter((song) => overtaken(song) >= most)
      .toSorted((a, b) => a.enteredAt - b.enteredAt);
    const next = outOfTurn ?? waiting[0]!;
    waiting.splice(waiting.indexOf(next), 1);
    before.push(next.enteredAt);
    return next;
  });
}

/** The sum of all tips of a request, in kuruş. */
export function sumOf({ tips, anonymousTips }: Request): number {
  return tips.reduce((sum, tip) => sum + tip, anonymousTips);
}

/** Whether the till may be ticked to have the tip. */
export function isDue(request: Request): boolean {
  const { state, isReversed } = request;
  return sumOf(request) > 0 && !isReversed && /^(pending|approved|sent|played)$/.test(state);
}
