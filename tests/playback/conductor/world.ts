// A cafe's evening in simulated time: a player, a queue, people, and the conductor's machine between them.
import {
  type ConductorAction,
  type ConductorEvent,
  type ConductorState,
  initialState,
  type Look,
  type SongFacts,
} from "../../../server/playback/conductor/state.ts";
import { step } from "../../../server/playback/conductor/step.ts";
import { wakeAt } from "../../../server/playback/conductor/times.ts";
import { SimulatedPlayer } from "./simulated_player.ts";

/** How long a call to the player takes. */
const CALL_MS = 200;
export const FALLBACK = "spotify:playlist:evening";
/** Tries after which a song leaves the queue as unplayable. */
const MAX_TRIES = 3;

interface Request {
  playId: string;
  song: SongFacts;
  tries: number;
  state: "queued" | "sent" | "playing" | "ended" | "unplayable";
  /** When it was ordered, if it is not known what became of it (the server's clock). */
  unansweredSince?: number;
  why?: string;
}

export class World extends SimulatedPlayer {
  /** How far the server's clock is ahead of that. It may be set forward and back. */
  #skew = 1_800_000_000_000;
  /** How far it was when the machine was last told of something. */
  #toldSkew = this.#skew;
  /** When the timer goes off that the machine asked for last. Clocks do not move it. */
  #wakesAt: number | null = null;
  requests: Request[] = [];
  /** Whether the service does not have the playlist any more. */
  hasNoPlaylist = false;
  /** The device on which songs play that are ordered without one. */
  chosen = "bar";
  /** Whether an order has an effect. */
  deaf = false;
  /** What a look shows instead of the truth. */
  lie: ((truth: Look) => Look) | null = null;
  /** How long an answer is on its way, after the player has given it. */
  delayMs = 0;
  /** Whether the player carries out orders whose answers are lost. */
  losesAnswers = false;
  failure: Extract<ConductorEvent, { type: "look_failed" }>["failure"] | null = null;
  readonly orders: { at: number; uri: string }[] = [];
  readonly looks: number[] = [];
  state: ConductorState;
  #pending: { at: number; then: () => void }[] = [];

  constructor(public fallback: string | null = FALLBACK) {
    super();
    this.state = initialState({ hold: null, playing: null, next: { request: false, fallback } });
  }

  /** A guest's request is approved. */
  approve(durationMs?: number): Request {
    const song = this.song(durationMs);
    const request: Request = { playId: `play of ${song.uri}`, song, tries: 0, state: "queued" };
    this.requests.push(request);
    this.tell({ type: "next_changed", request: true, fallback: this.fallback });
    return request;
  }

  /** The owner, or the hour, has another playlist for an empty queue, or none. */
  chooseFallback(fallback: string | null): void {
    this.fallback = fallback;
    this.#tellNext();
  }

  /** The time that the server's clock shows. */
  clock(): number {
    return this.now + this.#skew;
  }

  /** A person sets the server's clock forward, or back if `ms` is negative. */
  setClock(ms: number): void {
    this.#skew += ms;
    const { failure } = this;
    if (failure?.kind === "busy" && failure.until !== null) {
      this.failure = { ...failure, until: failure.until + ms };
    }
  }

  /** The owner pauses in the panel, which has done so when the machine hears of it. */
  panelPause(): void {
    this.pause();
    this.tell({ type: "paused" });
  }

  panelResume(): void {
    this.resume();
    this.tell({ type: "resumed" });
  }

  /** The owner skips in the panel: the song is paused and its play is ended. */
  panelSkip(): void {
    // That is refused while a song is on its way.
    if (this.requests.some(({ state }) => state === "sent")) return;
    this.pause();
    this.#endPlaying("skipped");
    this.tell({ type: "skipped" });
  }

  /** The owner presses play next, which orders the first song and records its beginning. */
  playNext(): void {
    const request = this.requests.find(({ state }) => state === "queued")!;
    this.orders.push({ at: this.now, uri: request.song.uri });
    this.#endPlaying("replaced");
    this.play(request.song, null);
    request.state = "playing";
    const { playId, song } = request;
    this.tell({ type: "request_ordered", playId, song, hasBegun: true, since: this.clock() });
    this.#tellNext();
  }

  /** Lets the time pass, and everything happen that happens in it. */
  run(ms: number): void {
    const until = this.now + ms;
    this.#wakesAt ??= this.#wake();
    for (;;) {
      const wake = this.#wakesAt;
      const times = [
        until,
        ...wake === null ? [] : [Math.max(wake, this.now)],
        ...this.#pending.map(({ at }) => at),
        ...this.current && this.current.pausedAt === null ? [this.endsAt()] : [],
      ];
      const at = Math.min(...times);
      this.now = at;
      if (this.current && this.current.pausedAt === null && at >= this.endsAt()) {
        this.endSong();
        continue;
      }
      const answer = this.#pending.findIndex((a) => a.at <= at);
      if (answer >= 0) {
        const [first] = this.#pending.splice(answer, 1);
        first!.then();
        continue;
      }
      if (at >= until) return;
      this.tell({ type: "woke" });
      // A wake-up that changes nothing would come again at once, for ever.
      if ((this.#wakesAt ?? Infinity) <= at && this.#pending.length === 0) {
        throw new Error(`The conductor wakes without end at ${at}: ${JSON.stringify(this.state)}`);
      }
    }
  }

  tell(event: ConductorEvent): void {
    const backMs = Math.max(0, this.#toldSkew - this.#skew);
    this.#toldSkew = this.#skew;
    const { state, actions } = step(this.state, event, this.clock(), backMs);
    this.state = state;
    for (const action of actions) this.#act(action);
    this.#wakesAt = this.#wake();
  }

  /** When the machine asks to be woken. */
  #wake(): number | null {
    const wake = wakeAt(this.state, 0, this.clock());
    return wake === null ? null : wake - this.#skew;
  }

  sound(): "silence" | "request" | "fallback" | "person" {
    if (this.isSilent()) return "silence";
    if (this.current!.contextUri === FALLBACK) return "fallback";
    return this.requests.some(({ song }) => song.uri === this.current!.song.uri)
      ? "request"
      : "person";
  }

  #act(action: ConductorAction): void {
    switch (action.do) {
      case "look":
        this.looks.push(this.now);
        return this.#answer(() => {
          if (this.failure) return { type: "look_failed", failure: this.failure };
          const look = this.#look();
          this.#settle(look);
          return { type: "looked", look };
        });
      case "start_request":
        return this.#startRequest();
      case "start_fallback":
        this.orders.push({ at: this.now, uri: action.contextUri });
        return this.#answer(() => {
          if (this.failure) return { type: "order_failed", failure: this.failure };
          if (this.hasNoPlaylist) {
            return { type: "fallback_missing", contextUri: action.contextUri };
          }
          if (!this.deaf) this.#playOrdered(this.song(), action.contextUri);
          return { type: "fallback_ordered", contextUri: action.contextUri };
        });
      case "stop_fallback":
        return this.#answer(() => {
          if (this.failure) return { type: "order_failed", failure: this.failure };
          this.pause();
          return { type: "fallback_stopped" };
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
          playId: action.playId,
          unplayable: request.state === "unplayable",
        }));
      }
      case "return_failed":
        for (const playId of action.playIds) {
          const request = this.#find(playId);
          if (request.state !== "unplayable") throw new Error(`Returned while ${request.state}`);
          Object.assign(request, { state: "queued", tries: 0 });
        }
        return;
      case "order_again":
        this.orders.push({ at: this.now, uri: action.song.uri });
        return this.#answer(() => {
          if (this.failure) return { type: "order_failed", failure: this.failure };
          if (!this.deaf) this.#playOrdered(action.song, null);
          return { type: "ordered_again" };
        });
      case "show":
    }
  }

  #startRequest(): void {
    const request = this.requests.find(({ state, unansweredSince }) =>
      state === "queued" || unansweredSince !== undefined
    );
    // The player is asked first, which fails.
    if (request?.unansweredSince !== undefined) {
      return this.#answer(() => ({ type: "order_failed", failure: { kind: "unreachable" } }));
    }
    if (!request) return this.#answer(() => ({ type: "queue_empty" }));
    this.orders.push({ at: this.now, uri: request.song.uri });
    request.state = "sent";
    const sentAt = this.clock();
    this.#answer(() => {
      if (this.losesAnswers) {
        request.unansweredSince = sentAt;
        this.play(request.song, null);
        return { type: "order_failed", failure: { kind: "unreachable" } };
      }
      if (this.failure) {
        request.state = "queued";
        return { type: "order_failed", failure: this.failure };
      }
      this.#endPlaying("replaced");
      if (!this.deaf) this.#playOrdered(request.song, null);
      this.#tellNext();
      return {
        type: "request_ordered",
        playId: request.playId,
        song: request.song,
        hasBegun: false,
      };
    });
  }

  /** Tells what waits, behind the answer that is told now. */
  #tellNext(): void {
    this.#pending.push({
      at: this.now,
      then: () => {
        const request = this.requests.some(({ state }) => state === "queued");
        this.tell({ type: "next_changed", request, fallback: this.fallback });
      },
    });
  }

  #move(playId: string, from: Request["state"], to: Request["state"], why?: string): void {
    const request = this.#find(playId);
    // A song that another has replaced is over already.
    if (to === "ended" && request.state === "ended") return;
    if (request.state !== from) throw new Error(`${playId} is ${request.state}, not ${from}`);
    Object.assign(request, { state: to, why });
  }

  #endPlaying(why: string): void {
    for (const request of this.requests) {
      if (request.state === "playing") Object.assign(request, { state: "ended", why });
    }
  }

  #find(playId: string): Request {
    return this.requests.find((r) => r.playId === playId)!;
  }

  /** The player carries out `call`, and its answer comes back `delayMs` later. */
  #answer(call: () => ConductorEvent): void {
    const { delayMs } = this;
    this.#pending.push({
      at: this.now + CALL_MS,
      then: () => {
        const event = call();
        this.#pending.push({ at: this.now + delayMs, then: () => this.tell(event) });
      },
    });
  }

  /** A look that shows a song whose order was not answered settles it, before the machine hears of the look. */
  #settle(look: Look): void {
    for (const request of this.requests) {
      const { playId, song, unansweredSince: since } = request;
      if (since === undefined || look.kind === "empty") continue;
      delete request.unansweredSince;
      this.#endPlaying("replaced");
      request.state = "playing";
      this.tell({ type: "request_ordered", playId, song, hasBegun: true, since });
    }
  }

  #look(): Look {
    const { current } = this;
    const truth: Look = current
      ? {
        kind: "shown",
        shown: {
          song: current.isOther ? null : current.song,
          isPlaying: current.pausedAt === null,
          progressMs: (current.pausedAt ?? this.now) - current.beganAt,
          contextUri: current.contextUri,
          device: { id: this.device, name: this.device, volumePercent: 70 },
        },
      }
      : { kind: "empty", canPlay: true };
    return this.lie?.(truth) ?? truth;
  }

  /** What the machine orders plays on the device that it follows, else on the chosen one. */
  #playOrdered(song: SongFacts, contextUri: string | null): void {
    this.device = this.state.device?.id ?? this.chosen;
    this.play(song, contextUri);
  }
}
