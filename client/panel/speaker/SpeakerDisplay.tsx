// The player while it is on: a display that can be read from the other side of the bar, and what a hand can do.
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { Icon } from "../../components/Icon.tsx";
import { shortTitle } from "../../lib/format.ts";
import { useStore } from "../../lib/store.ts";
import { useCafeLists, useFacts } from "../live/use_facts.ts";
import { AutoSwitch, PauseButton, PlayNextButtons, useCommand } from "../player/PlayerHands.tsx";
import { PlaybackState } from "../player/PlaybackState.tsx";
import { SongProgress, SongTimes } from "../player/PlayerBar.tsx";
import { type PlaybackReading, usePlayback } from "../player/use_playback.ts";
import { Volume } from "../player/Volume.tsx";
import { CAFE } from "../queries.ts";
import { usePanel } from "../services.ts";
import { asPlayed, useSpeakerKeys } from "./use_speaker.ts";
import type { OpenSpeaker } from "./open_speaker.ts";
import { CROSSFADES, type SpeakerSettings } from "./tab.ts";
import type { SpeakerState } from "./speaker_machine.ts";

export function SpeakerDisplay({ speaker }: { speaker: OpenSpeaker }) {
  const facts = useFacts();
  const { state, isReached } = useStore(speaker);
  const recording = usePlayback(facts);
  const whole = useRef<HTMLElement>(null);
  const recorded = recording.playback?.playing;
  // What was recorded may be the song before.
  const byGuest = recorded?.playId === state.playing?.id ? recorded?.byGuest : undefined;
  const { queue } = useCafeLists();
  // A song that has just been started is in the queue until its play has begun.
  const first = queue.find(({ _id }) => _id !== recorded?.requestId);
  const reading = asPlayed(recording, state, byGuest);
  return (
    <section className="speaker" aria-label="Şimdi çalıyor" ref={whole}>
      <OnSpeaker
        state={state}
        byGuest={byGuest}
        waiting={recording.playback?.auto === false ? first : undefined}
      />
      <SpeakerStatus state={state} isReached={isReached} reading={reading} />
      <SpeakerHands isPaused={state.isPaused} next={first} reading={reading} />
      <div className="speaker-foot">
        <SpeakerOptions settings={speaker.settings} />
        <FullScreenButton element={whole} />
      </div>
    </section>
  );
}

interface OnSpeakerProps {
  state: SpeakerState;
  /** Whether a guest asked for the song that plays. Undefined if that is not known. */
  byGuest: boolean | undefined;
  /** The first song of the queue, which does not begin by itself while the switch is off. */
  waiting: SongRequest | undefined;
}

/** What plays, how far it is, and what comes next. */
function OnSpeaker(
  { state: { playing, next, positionMs }, byGuest, waiting }: OnSpeakerProps,
) {
  const song = playing && { ...playing, positionMs };
  const first = next ?? (waiting && { title: waiting.songTitle, artist: waiting.artist });
  return (
    <div className="speaker-song">
      <Cover src={playing?.albumArt ?? ""} size="large" />
      <div className="speaker-words">
        {/* Without the times: screen readers hear every change of it. */}
        <div role="status">
          {song
            ? (
              <>
                <p className="speaker-whose">{whose(byGuest)}</p>
                <p className="speaker-title">{song.title}</p>
                <p className="speaker-artist">{song.artist}</p>
              </>
            )
            : <p className="speaker-title">Şu anda bir şey çalmıyor.</p>}
        </div>
        {song && (
          <div className="speaker-clock">
            <SongProgress song={song} />
            <SongTimes song={song} />
          </div>
        )}
        <p className="speaker-next">
          {first
            ? (
              <>
                <span className="player-next-label">Sıradaki:</span>{" "}
                {`${first.title} · ${first.artist}`}
              </>
            )
            : "Sırada şarkı yok."}
        </p>
        {!next && waiting && (
          <p className="speaker-next">
            'Otomatik çal' kapalı: kendiliğinden başlamaz.
          </p>
        )}
      </div>
    </div>
  );
}

function whose(byGuest: boolean | undefined): string {
  if (byGuest === undefined) return "";
  return byGuest ? "Müşteri isteği" : "Kafenin müziği";
}

interface SpeakerStatusProps {
  state: SpeakerState;
  isReached: boolean;
  reading: PlaybackReading;
}

/** What keeps the player from playing, or would soon. Screen readers hear every change of it. */
function SpeakerStatus({ state, isReached, reading }: SpeakerStatusProps) {
  const { api } = usePanel();
  const { busy, run } = useCommand("Müzik başlatılırken bir hata oluştu.", reading.read);
  // The machine counts three failures before the server's state is read.
  const hasStopped = !state.playing &&
    (state.failures >= 3 || reading.playback?.state === "stopped");
  const sentence = !isReached ? offline(state) : hasStopped ? STOPPED : waiting(state);
  return (
    <div className="speaker-status" data-shown={sentence !== "" || undefined}>
      {sentence && <Icon name={isReached ? "warning" : "offline"} />}
      <p role="status">{sentence}</p>
      {hasStopped && isReached && (
        <Button
          busy={busy}
          onClick={() => run(() => api("POST /api/playback/resume"))}
        >
          Tekrar dene
        </Button>
      )}
    </div>
  );
}

const STOPPED =
  "Müzik durdu: art arda üç şarkı çalınamadı. Hoparlörü ve müzik dosyalarını kontrol edip tekrar deneyin.";

/** A song that the server or the browser did not take is begun again only after a pause. */
function waiting({ playing, due }: SpeakerState): string {
  if (playing || !due) return "";
  return `'${shortTitle(due.song.title)}' başlatılamadı. Birazdan kendiliğinden tekrar denenecek.`;
}

function offline({ playing, isPaused, hasSlept }: SpeakerState): string {
  return playing && !isPaused && !hasSlept
    ? "Bağlantı yok. Müzik sürüyor…"
    : "Bağlantı yok. Gelince müzik kendiliğinden sürer.";
}

interface SpeakerHandsProps {
  isPaused: boolean;
  /** The first song of the queue. */
  next: SongRequest | undefined;
  reading: PlaybackReading;
}

/** Everything that a hand can do to the music, as in the player bar, which this page does not show. */
function SpeakerHands({ isPaused, next, reading }: SpeakerHandsProps) {
  const { data: cafe } = useQuery(CAFE);
  const { playback, isStale } = reading;
  useSpeakerKeys({ isPaused, next, reading });
  return (
    <div className="speaker-bar">
      <div className="player" role="group" aria-label="Oynatıcı düğmeleri">
        <div className="speaker-row">
          <div className="player-hands">
            <PauseButton connected reading={reading} />
            <PlayNextButtons connected next={next} reading={reading} />
          </div>
          <Volume playback={playback} />
        </div>
        <div className="speaker-row">
          <AutoSwitch reading={reading} />
          <PlaybackState playback={isStale ? undefined : playback} source={cafe?.source} />
        </div>
      </div>
    </div>
  );
}

/** What the owner can choose about the sound of this device. */
function SpeakerOptions({ settings }: { settings: SpeakerSettings }) {
  const { crossfadeS, isEven } = useStore(settings);
  return (
    <div className="speaker-options">
      <label className="speaker-option">
        <input
          type="checkbox"
          checked={isEven}
          onChange={(event) => settings.change({ isEven: event.currentTarget.checked })}
        />
        Ses düzeyini eşitle
      </label>
      <fieldset className="speaker-option">
        <legend>Şarkılar arası geçiş</legend>
        {CROSSFADES.map((seconds) => (
          <label key={seconds}>
            <input
              type="radio"
              name="crossfade"
              checked={crossfadeS === seconds}
              onChange={() => settings.change({ crossfadeS: seconds })}
            />
            {seconds === 0 ? "Kapalı" : `${seconds} sn`}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** The button is absent if the browser has no full screen, as on an iPhone. */
function FullScreenButton({ element }: { element: RefObject<HTMLElement | null> }) {
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    const look = () => setIsWhole(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = async () => {
    // A browser may refuse. The display stays as it is.
    await (isWhole ? document.exitFullscreen() : element.current?.requestFullscreen())
      ?.catch(() => {});
  };
  return (
    <Button icon="expand" onClick={() => void toggle()}>
      {isWhole ? "Tam ekrandan çık" : "Tam ekran"}
    </Button>
  );
}
