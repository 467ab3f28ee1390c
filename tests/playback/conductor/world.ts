// A cafe's evening in simulated time: a player, a queue, people, and the conductor's machine between them.
import type { ConductorAction } from "../../../server/playback/conductor/actions.ts";
import type { ConductorEvent } from "../../../server/playback/conductor/events.ts";
import type { Look, SongFacts } from "../../../server/playback/conductor/facts.ts";
import { type ConductorState, initialState } from "../../../server/playback/conductor/state.ts";
import { step } from "../../../server/playback/conductor/step.ts";
import { wakeAt } from "../../../server/playback/conductor/times.ts";

/** How long a call to the player takes. */
const CALL_MS = 200;
const FALLBACK = "spotify:playlist:evening";
/** Tries after which a song leaves the queue as unplayable. */
const MAX_TRIES = 3;

interface Current {
  song: SongFacts;
  contextUri: string | null;
  beganAt: number;
  pausedAt: number | null;
}

export interface Request {
  playId: string;
  song: SongFacts;
  tries: number;
  state: "queued" | "sent" | "playing" | "ended" | "unplayable";
  why?: string;
}

export class World {
  now = 0;
  requests: Request[] = [];
  current: Current | null = null;
  /** Whether an order has an effect. */
  deaf = false;
  /** What a look shows instead of the truth. */
  lie: ((truth: Look) => Look) | null = null;
  failure: Extract<ConductorEvent, { type: "look_failed" }>["failure"] | null = null;
  readonly orders: { at: number; uri: string }[] = [];
  readonly looks: number[] = [];
  /** Spans in which nothing sounded, although the person had not paused it. */
  silentSince: number | null = 0;
  readonly silences: { from: number; to: number }[] = [];
  state: ConductorState;
  #songs = 0;
  #answers: { at: number; event: () => ConductorEvent }[] = [];

  constructor(readonly fallback: string | null = FALLBACK) {
    this.state = initialState({ hold: null, playing: null, next: { request: false, fallback } });
  }

  song(durationMs = 200_000): SongFacts {
    const n = this.#songs++;
    return { uri: `spotify:track:${n}`, title: `Song ${n}`, artist: "A", albumArt: "", durationMs };
  }

  /** A guest's request is approved. */
  approve(durationMs?: number): Request {
    const song = this.song(durationMs);
    const request: Request = { playId: `play of ${song.uri}`, song, tries: 0, state: "queued" };
    this.requests.push(request);
    this.tell({ type: "next_changed", request: true, fallback: this.fallback });
    return request;
  }

  /** A person chooses a song in the music service's own program. */
  choose(durationMs?: number): void {
    this.#play(this.song(durationMs), null);
  }

  pause(): void {
    if (this.current && this.current.pausedAt === null) this.current.pausedAt = this.now;
    this.#noteSilence();
  }

  resume(): void {
    const { current } = this;
    if (!current || current.pausedAt === null) return;
    current.beganAt += this.now - current.pausedAt;
    current.pausedAt = null;
    this.#noteSilence();
  }

  skip(): void {
    this.#endSong();
  }

  /** Lets the time pass, and everything happen that happens in it. */
  run(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const wake = wakeAt(this.state, 0);
      const times = [
        until,
        ...wake === null ? [] : [Math.max(wake, this.now)],
        ...this.#answers.map(({ at }) => at),
        ...this.current && this.current.pausedAt === null ? [this.#endsAt()] : [],
      ];
      const at = Math.min(...times);
      this.now = at;
      if (this.current && this.current.pausedAt === null && at >= this.#endsAt()) {
        this.#endSong();
        continue;
      }
      const answer = this.#answers.findIndex((a) => a.at <= at);
      if (answer >= 0) {
        const [first] = this.#answers.splice(answer, 1);
        this.tell(first!.event());
        continue;
      }
      if (at >= until) return;
      const before = this.state;
      this.tell({ type: "woke" });
      // A wake-up that changes nothing would come again at once, for ever.
      if (
        this.state === before ||
        (wakeAt(this.state, 0) ?? Infinity) <= at && this.#answers.length === 0
      ) {
        throw new Error(`The conductor wakes without end at ${at}: ${JSON.stringify(this.state)}`);
      }
    }
  }

  tell(event: ConductorEvent): void {
    const { state, actions } = step(this.state, event, this.now);
    this.state = state;
    for (const action of actions) this.#act(action);
  }

  sound(): "silence" | "request" | "fallback" | "person" {
    if (!this.current || this.current.pausedAt !== null) return "silence";
    if (this.current.contextUri === FALLBACK) return "fallback";
    return this.requests.some(({ song }) => song.uri === this.current!.song.uri)
      ? "request"
      : "person";
  }

  /** How much of the song that plays is left. */
  leftMs(): number {
    return this.#endsAt() - this.now;
  }

  #act(action: ConductorAction): void {
    switch (action.do) {
      case "look":
        this.looks.push(this.now);
        return this.#answer(() =>
          this.failure
            ? { type: "look_failed", failure: this.failure }
            : { type: "looked", look: this.#look() }
        );
      case "start_request":
        return this.#startRequest();
      case "start_fallback":
        this.orders.push({ at: this.now, uri: action.contextUri });
        return this.#answer(() => {
          if (this.failure) return { type: "order_failed", failure: this.failure };
          if (!this.deaf) this.#play(this.song(), action.contextUri);
          return { type: "fallback_ordered", contextUri: action.contextUri };
        });
      case "begin":
        return this.#move(action.playId, "sent", "playing");
      case "end":
        return this.#move(action.playId, "playing", "ended", action.why);
      case "release": {
        const request = this.#find(action.playId);
        if (request.state !== "sent") throw new Error(`Released while ${request.state}`);
        request.tries += 1;
        request.state = request.tries < MAX_TRIES ? "queued" : "unplayable";
        return this.#answer(() => ({
          type: "released",
          unplayable: request.state === "unplayable",
        }));
      }
      case "return_failed":
        for (const request of this.requests) {
          if (request.state === "unplayable") Object.assign(request, { state: "queued", tries: 0 });
        }
        return;
      case "order_again":
        this.orders.push({ at: this.now, uri: action.song.uri });
        return this.#answer(() => {
          if (this.failure) return { type: "order_failed", failure: this.failure };
          if (!this.deaf) this.#play(action.song, null);
          return { type: "ordered_again" };
        });
      case "show":
    }
  }

  #startRequest(): void {
    const request = this.requests.find(({ state }) => state === "queued");
    if (!request) return this.#answer(() => ({ type: "queue_empty" }));
    this.orders.push({ at: this.now, uri: request.song.uri });
    request.state = "sent";
    this.#answer(() => {
      if (this.failure) {
        request.state = "queued";
        return { type: "order_failed", failure: this.failure };
      }
      for (const other of this.requests) {
        if (other.state === "playing") Object.assign(other, { state: "ended", why: "replaced" });
      }
      if (!this.deaf) this.#play(request.song, null);
      const waiting = this.requests.some(({ state }) => state === "queued");
      this.#answers.push({
        at: this.now,
        event: () => ({ type: "next_changed", request: waiting, fallback: this.fallback }),
      });
      return {
        type: "request_ordered",
        playId: request.playId,
        song: request.song,
        hasBegun: false,
      };
    });
  }

  #move(playId: string, from: Request["state"], to: Request["state"], why?: string): void {
    const request = this.#find(playId);
    // A song that another has replaced is over already.
    if (to === "ended" && request.state === "ended") return;
    if (request.state !== from) throw new Error(`${playId} is ${request.state}, not ${from}`);
    Object.assign(request, { state: to, why });
  }

  #find(playId: string): Request {
    return this.requests.find((r) => r.playId === playId)!;
  }

  #answer(event: () => ConductorEvent): void {
    this.#answers.push({ at: this.now + CALL_MS, event });
  }

  #look(): Look {
    const { current } = this;
    const truth: Look = current
      ? {
        kind: "shown",
        shown: {
          song: current.song,
          isPlaying: current.pausedAt === null,
          progressMs: (current.pausedAt ?? this.now) - current.beganAt,
          contextUri: current.contextUri,
          device: { id: "bar", name: "Bar", volumePercent: 70 },
        },
      }
      : { kind: "empty", canPlay: true };
    return this.lie?.(truth) ?? truth;
  }

  #endsAt(): number {
    return this.current!.beganAt + this.current!.song.durationMs;
  }

  #endSong(): void {
    if (this.current?.contextUri) this.#play(this.song(), this.current.contextUri);
    else this.current = null;
    this.#noteSilence();
  }

  #play(song: SongFacts, contextUri: string | null): void {
    this.current = { song, contextUri, beganAt: this.now, pausedAt: null };
    this.#noteSilence();
  }

  #noteSilence(): void {
    const isSilent = this.sound() === "silence";
    if (isSilent) this.silentSince ??= this.now;
    else if (this.silentSince !== null) {
      this.silences.push({ from: this.silentSince, to: this.now });
      this.silentSince = null;
    }
  }
}

export { FALLBACK };
