// The two decks of a page as its audio elements behave, in simulated time: what is heard of them is known at any moment.
import type { SpeakerParts } from "../../../../client/panel/speaker/speaker.ts";
import type { SpeakerSong } from "../../../../server/contract/speaker.ts";

type Decks = ReturnType<SpeakerParts["decks"]>;
type SpeakerEvent = Parameters<Parameters<SpeakerParts["decks"]>[0]>[0];
type Side = "a" | "b";

export interface PageDecks extends Decks {
  /** What is heard: at most one song, and for a moment one that fades out. */
  heard(): { playId: string; uri: string; positionMs: number } | undefined;
  /** A song has come to its end, or its position has changed, since the last time. */
  listen(): void;
  /** The browser lets the page play, or wants a press first. */
  allow(isAllowed: boolean): void;
}

interface Deck {
  song: SpeakerSong | null;
  /** Whether it has to play. */
  isOn: boolean;
  /** `cut off`: no answer came, `refused`: the server did not send it. */
  file: "none" | "coming" | "there" | "cut off" | "refused";
  /** Where it was at `since`, and whether it sounds since then. */
  positionMs: number;
  since: number;
  sounds: boolean;
}

export interface DecksParts {
  now(): number;
  after(ms: number, work: () => void): () => void;
  /** Fetches a file as an audio element does: with the page's cookie. @throws if no answer comes */
  fetchFile(address: string): Promise<{ ok: boolean }>;
  onEvent(event: SpeakerEvent): void;
}

export function createPageDecks({ now, after, fetchFile, onEvent }: DecksParts): PageDecks {
  const decks: Record<Side, Deck> = { a: empty(), b: empty() };
  const sides = Object.values(decks);
  const fading = new Map<Side, () => void>();
  let isAllowed = false;

  return {
    obey(command) {
      if (command.do === "volume") return;
      const { side } = command;
      const deck = decks[side];
      switch (command.do) {
        case "load":
          endFade(side);
          Object.assign(deck, empty(), { song: command.song, positionMs: command.song.positionMs });
          return void fetchSong(deck, command.song);
        case "play":
          if (deck.isOn && deck.sounds || !deck.song) return;
          deck.isOn = true;
          return begin(deck);
        case "pause":
          // Its last moment may have passed since it was listened to last.
          if (hasEnded(deck)) after(0, () => onEvent(endedOf(deck.song!)));
          deck.isOn = false;
          return hush(deck);
        case "stop":
          endFade(side);
          if (command.fadeMs === 0) return void Object.assign(deck, empty());
          fading.set(side, after(command.fadeMs, () => faded(side)));
      }
    },
    wake: () => void (isAllowed = true),
    check() {
      for (const deck of sides) {
        if (deck.song && deck.file === "cut off") void fetchSong(deck, deck.song);
      }
    },
    close: () => sides.forEach((deck) => Object.assign(deck, empty())),
    heard() {
      for (const side of ["a", "b"] as const) {
        const { song, sounds } = decks[side];
        if (!song || !sounds || fading.has(side)) continue;
        return { playId: song.id, uri: song.uri, positionMs: positionOf(decks[side]) };
      }
    },
    listen() {
      for (const side of ["a", "b"] as const) {
        const deck = decks[side];
        const { song } = deck;
        if (!song || !deck.sounds) continue;
        const positionMs = positionOf(deck);
        const leftMs = song.durationMs - positionMs;
        const { id } = song;
        if (leftMs > 0) {
          onEvent({ type: "position", id, positionMs, leftMs, crossfadeMs: 0 });
        } else if (!fading.has(side)) {
          hush(deck);
          if (deck.isOn) onEvent(endedOf(song));
        }
      }
    },
    allow: (allowed) => void (isAllowed = allowed),
  };

  function begin(deck: Deck): void {
    const song = deck.song!;
    if (!isAllowed) {
      deck.isOn = false;
      return void after(0, () => onEvent({ type: "refused", id: song.id }));
    }
    if (deck.file === "refused") return fail(deck);
    if (deck.file !== "there" || deck.positionMs >= song.durationMs) return;
    Object.assign(deck, { sounds: true, since: now() });
    after(0, () => {
      if (deck.song === song && deck.isOn) onEvent({ type: "began", id: song.id });
    });
  }

  async function fetchSong(deck: Deck, song: SpeakerSong): Promise<void> {
    if (deck.file === "coming") return;
    deck.file = "coming";
    const answer = await fetchFile(song.audioUrl).catch(() => undefined);
    if (deck.song !== song) return;
    deck.file = !answer ? "cut off" : answer.ok ? "there" : "refused";
    if (deck.isOn && answer) begin(deck);
  }

  function fail(deck: Deck): void {
    const { id } = deck.song!;
    deck.isOn = false;
    after(0, () => onEvent({ type: "failed", id, why: "error 4" }));
  }

  function hush(deck: Deck): void {
    deck.positionMs = positionOf(deck);
    deck.sounds = false;
  }

  function positionOf({ positionMs, since, sounds }: Deck): number {
    return Math.round(positionMs + (sounds ? now() - since : 0));
  }

  function hasEnded(deck: Deck): boolean {
    return deck.sounds && deck.isOn && positionOf(deck) >= deck.song!.durationMs;
  }

  function faded(side: Side): void {
    fading.delete(side);
    Object.assign(decks[side], empty());
    onEvent({ type: "faded" });
  }

  function endFade(side: Side): void {
    fading.get(side)?.();
    fading.delete(side);
  }
}

function endedOf({ id, durationMs }: SpeakerSong): SpeakerEvent {
  return { type: "ended", id, positionMs: durationMs };
}

function empty(): Deck {
  return { song: null, isOn: false, file: "none", positionMs: 0, since: 0, sounds: false };
}
