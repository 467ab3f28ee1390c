// Reads what plays and whether songs play by themselves: after every change in the cafe, and now and then.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type {
  Playback,
  PlaybackStateName,
  PlayingSong,
  SeenPlayer,
} from "../../../server/contract/playback.ts";
import { wordsOf } from "../../../server/contract/same_song.ts";
import { goneOn, overInMs } from "../../../server/contract/song_clock.ts";
import { sentenceOf } from "../../lib/http.ts";
import type { CafeFacts } from "../live/use_facts.ts";
import { type Asked, asked, restMs, SAID_IN_PLACE, useFailure } from "../queries.ts";
import { usePanel } from "../services.ts";
import { needsAccount } from "../source_traits.ts";

export interface ShownSong extends
  Pick<
    PlayingSong,
    "title" | "artist" | "albumArt" | "durationMs" | "positionMs" | "isPlaying" | "byGuest"
  > {
  /** By which a command names it. Undefined for what the cafe has not started. */
  playId?: string;
  /** Whether skipping it early reverses a tip. Undefined for what the cafe has not started. */
  earnsTip?: boolean;
}

export interface Observation {
  playback: Playback;
  /** What plays, or is paused. */
  song: ShownSong | null;
  /** The song that ended, if nothing plays after it. */
  ended: ShownSong | null;
  /** How long ago the page that plays has reported its song, in ms; undefined unless a page plays. */
  heardAgoMs?: number;
}

/**
 * Adds a reading to what was known `before`: what the account's player shows, if it was looked at, otherwise what was
 * recorded. The player shows no song that is over (docs/playback.md#player); a paused one it does, which therefore has not
 * ended.
 */
export function observe(before: Observation | undefined, playback: Playback): Observation {
  const { seen } = playback;
  const song = seen ? songOf(seen, [playback.playing, before?.song]) : playback.playing;
  if (song || seen?.isPlaying || mayPlayOther(playback)) {
    return { playback, song, ended: null, heardAgoMs: playback.speaker?.agoMs };
  }
  const ended = before?.song?.isPlaying ? before.song : before?.ended;
  return { playback, song, ended: ended ?? null };
}

/** What is known `ms` later, without another reading. */
export function later(observation: Observation | undefined, ms: number): Observation | undefined {
  const { song } = observation ?? {};
  if (!song?.isPlaying) return observation;
  const { heardAgoMs } = observation!;
  return {
    ...observation!,
    song: { ...song, positionMs: goneOn(song, ms) },
    heardAgoMs: heardAgoMs === undefined ? undefined : heardAgoMs + ms,
  };
}

/** In how many ms the song is over; undefined while nothing plays. */
export function songOverInMs(song: ShownSong | null | undefined): number | undefined {
  return song?.isPlaying ? overInMs(song) : undefined;
}

/** Whether the account may play something that the cafe has not started. */
function mayPlayOther({ state }: Playback): boolean {
  return state === "human" || state === "blocked";
}

/** Whether both have the words of one song: the player does not say which play it is. */
export function isSameShown(one: ShownWords, other: ShownWords): boolean {
  return wordsOf(one) === wordsOf(other);
}

type ShownWords = Pick<ShownSong, "title" | "artist">;

/** What the player shows, with what is `known` of that song. */
function songOf(
  { track, isPlaying, byGuest, progressMs, durationMs }: SeenPlayer,
  known: (ShownSong | null | undefined)[],
): ShownSong | null {
  if (!track) return null;
  const { title, artist, albumArt } = track;
  const same = known.find((song) => song && isSameShown(song, track));
  return {
    ...{ title, artist, albumArt, isPlaying, byGuest, positionMs: progressMs, durationMs },
    playId: same?.playId,
    earnsTip: same?.earnsTip,
  };
}

const READ_INTERVAL_MS = 15_000;
/** Between two readings the position is counted here. */
const TICK_INTERVAL_MS = 1000;
/** The account is looked at once in so long, if it seems to have gone. */
const ACCOUNT_REST_MS = 5000;

/** One call tells everything: also what the account's player shows, as far as the server looks at it. */
const PLAYBACK: Asked<Playback> = {
  ...asked("GET /api/playback"),
  ...SAID_IN_PLACE,
  refetchOnMount: true,
  refetchInterval: ({ state }) => Math.max(READ_INTERVAL_MS, restMs(state)),
  notifyOnChangeProps: ["data", "dataUpdatedAt", "error"],
};

export interface PlaybackReading {
  /** Whether songs play by themselves. Undefined until the first reading. */
  playback: Playback | undefined;
  /** Whether `playback` is from an earlier reading, because the latest one failed. */
  isStale: boolean;
  /** Undefined until the first reading, and if the latest one failed. */
  observation: Observation | undefined;
  /** Why the latest reading failed, if it did. */
  failure: string | undefined;
  /** Reads now. Resolves to what plays, undefined if the reading failed. */
  read(): Promise<ShownSong | null | undefined>;
}

/** Reads after every change in the cafe, and every 15 seconds, but only while the page is visible. */
export function usePlayback(facts: CafeFacts | undefined): PlaybackReading {
  const { queries } = usePanel();
  const [observation, setObservation] = useState<Observation>();
  const source = facts?.cafe.source ?? "";
  const connected = needsAccount(source) && facts!.connection.isSpotifyConnected;
  const known = facts !== undefined;
  const result = useQuery({ ...PLAYBACK, enabled: known });
  const { data: playback, dataUpdatedAt, refetch } = result;
  const error = useFailure(result);
  const accountAskedAt = useRef(0);

  useEffect(() => {
    if (!playback) return;
    setObservation((before) => observe(before, playback));
    const hasGone = connected && playback.state === "reconnect";
    if (hasGone && Date.now() - accountAskedAt.current >= ACCOUNT_REST_MS) {
      accountAskedAt.current = Date.now();
      void queries.refreshRoom();
    }
  }, [playback, dataUpdatedAt]);

  // What another player showed is forgotten, and so is a reading of it that is under way.
  const player = `${source} ${connected}`;
  const readFrom = useRef(known ? player : undefined);
  useEffect(() => {
    const before = readFrom.current;
    readFrom.current = known ? player : undefined;
    if (before === undefined || before === readFrom.current) return;
    setObservation(undefined);
    if (known) void refetch();
  }, [known, player]);

  useEffect(() => {
    if (!known) return;
    const tick = () => setObservation((before) => later(before, TICK_INTERVAL_MS));
    const ticking = setInterval(tick, TICK_INTERVAL_MS);
    return () => clearInterval(ticking);
  }, [known]);

  // Between two readings a song may come to its end. While songs do not play by themselves, no message reports that.
  const overInMs = songOverInMs(observation?.song);
  const isOver = overInMs !== undefined && overInMs <= 0;
  useEffect(() => {
    if (isOver) void queries.refreshByItself(["GET /api/playback"]);
  }, [isOver, queries]);

  const failure = error ? sentenceOf(error) || "Sunucuya ulaşılamıyor." : undefined;
  return {
    playback,
    isStale: failure !== undefined,
    observation: failure ? undefined : observation,
    failure,
    async read() {
      const { data, error } = await refetch();
      return error || !data ? undefined : observe(undefined, data).song;
    },
  };
}

// The alarm of the bar: the music has stopped, and no person wanted that (docs/playback.md#alarm).

/** A song that follows takes a few seconds. A longer silence has a reason. */
const SILENCE_MS = 10_000;
/** The sound is repeated so often. */
const ALARM_AGAIN_MS = 10_000;

/** Silences that a person has made, or that the panel cannot know of. */
const PLANNED: readonly PlaybackStateName[] = ["off", "idle", "paused", "human", "blocked"];

/** Whether the music should play, and is not heard. */
function isUnplanned({ song, playback: { auto, state } }: Observation): boolean {
  return auto && !PLANNED.includes(state) && !song?.isPlaying;
}

/**
 * On once music that this page has seen playing is silent for ten seconds against the switch. `silence` ends the sound and the
 * alarm until the music has played again.
 */
export function useAlarm(observation: Observation | undefined) {
  const { chime } = usePanel();
  const [wasHeard, setHeard] = useState(false);
  const [isOn, setOn] = useState(false);
  const isPlaying = observation?.song?.isPlaying === true;
  // Without an observation nothing is known: what was, stays.
  const isSilent = observation ? isUnplanned(observation) : undefined;
  useEffect(() => {
    if (!isPlaying) return;
    setHeard(true);
    setOn(false);
  }, [isPlaying]);
  useEffect(() => {
    if (isSilent === false) return setOn(false);
    if (!isSilent || !wasHeard) return;
    const timer = setTimeout(() => setOn(true), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [isSilent, wasHeard]);
  useEffect(() => {
    if (!isOn) return;
    chime.alarm();
    const timer = setInterval(chime.alarm, ALARM_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOn, chime]);
  return {
    isOn,
    silence() {
      setOn(false);
      setHeard(false);
    },
  };
}
