// The player bar, on every screen of the owner: what plays, what comes next, and everything that a hand can do to it.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { PlaybackStateName } from "../../../server/contract/playback.ts";
import { withinSong } from "../../../server/contract/song_clock.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { formatClock, shortTitle } from "../../lib/format.ts";
import { type CafeFacts, type Connection, useCafeLists, useFacts } from "../live/use_facts.ts";
import { usePanel } from "../services.ts";
import { hasPlayer, hasPlayerPage, needsAccount } from "../source_traits.ts";
import { TELL_OWNER, useMayOpen, useShownName } from "../use_may_open.ts";
import { AutoSwitch, MarkPlayingButton, PauseButton, PlayNextButtons } from "./PlayerHands.tsx";
import { ATTENTION, PlaybackState } from "./PlaybackState.tsx";
import {
  type Observation,
  type PlaybackReading,
  type ShownSong,
  useAlarm,
  usePlayback,
} from "./use_playback.ts";
import { Volume } from "./Volume.tsx";

/** The names of the sources that have no account. */
const LABELS: Record<string, string> = {
  library: "Kafenin dosyaları",
  manual: "Başka sistem",
};

/** As `accountState`, or the name of a source that has no account. */
function musicState(
  facts: CafeFacts | undefined,
  state: PlaybackStateName | undefined,
): AccountState {
  const label = facts && LABELS[facts.cafe.source];
  return label ? { tone: "well", label } : accountState(facts?.connection, state);
}

interface AccountState {
  tone: "well" | "attention" | "off";
  label: string;
}

/** What to say of the music account in a word or two. `state` is undefined until it was read. */
export function accountState(
  connection: Connection | undefined,
  state: PlaybackStateName | undefined,
): AccountState {
  if (!connection) return { tone: "off", label: "Müzik" };
  if ("unchecked" in connection) return { tone: "off", label: "Spotify durumu bilinmiyor" };
  if (connection.reason === "consent_ended") {
    return { tone: "attention", label: "Spotify izni sona erdi" };
  }
  if (!connection.isSpotifyConnected) return { tone: "off", label: "Spotify bağlı değil" };
  if (state === "no_device") return { tone: "attention", label: "Açık cihaz yok" };
  if (connection.reconnectSoon) return { tone: "attention", label: "Spotify izni bitiyor" };
  return { tone: "well", label: "Spotify bağlı" };
}

/** Whether songs can be started from here: false until the facts are known, and while an account that is needed is not connected. */
function canPlay(facts: CafeFacts | undefined): boolean {
  if (!facts) return false;
  return !needsAccount(facts.cafe.source) || facts.connection.isSpotifyConnected;
}

interface SongProgressProps {
  song: Pick<ShownSong, "durationMs" | "positionMs">;
}

/** Nothing for a song of unknown length. */
export function SongProgress({ song }: SongProgressProps) {
  const { durationMs } = song;
  if (durationMs === null) return null;
  return (
    <progress
      className="player-progress"
      aria-label="Şarkının ilerleyişi"
      aria-valuetext={timesOf(song)}
      max={durationMs}
      value={withinSong(song)}
    />
  );
}

/** '1:23 / 3:45'. Screen readers get it from the bar. */
export function SongTimes({ song }: SongProgressProps) {
  return <p className="player-times" aria-hidden="true">{timesOf(song)}</p>;
}

function timesOf(song: SongProgressProps["song"]): string {
  const at = formatClock(withinSong(song));
  return song.durationMs === null ? at : `${at} / ${formatClock(song.durationMs)}`;
}

export function PlayerBar() {
  const facts = useFacts();
  const { queue } = useCafeLists();
  const connected = canPlay(facts);
  const reading = usePlayback(facts);
  const { playback, isStale, observation } = reading;
  // A song that has just been started is in the queue until its play has begun.
  const next = queue.find(({ _id }) => _id !== playback?.playing?.requestId);
  const song = connected ? observation?.song : undefined;
  const byHand = facts && !hasPlayer(facts.cafe.source);
  // Its page goes on with what it held: 'Devam' would be heard nowhere.
  const isSilent = playback?.state === "no_device" && hasPlayerPage(facts?.cafe.source ?? "");
  const [isOpen, setOpen] = useState(false);
  const alarm = useAlarm(observation);
  const isSaid = connected && observation !== undefined && !song;
  return (
    <section
      className={`player${alarm.isOn ? " player-alarm" : ""}`}
      aria-label="Şimdi çalıyor"
      data-open={isOpen || undefined}
    >
      {alarm.isOn && (
        <div className="player-alarm-words" role="alert">
          <Icon name="warning" />
          <p>Müzik sustu.</p>
          <Button onClick={alarm.silence}>Uyarıyı sustur</Button>
        </div>
      )}
      {song && <SongProgress song={song} />}
      <div className="player-rows">
        <div className="player-row">
          <NowPlaying facts={facts} reading={reading} />
          {song && <SongTimes song={song} />}
          <p className="player-next" id="player-next">
            {next
              ? (
                <>
                  <span className="player-next-label">Sıradaki:</span> {next.songTitle}
                </>
              )
              : facts && "Sırada şarkı yok."}
          </p>
          <div className="player-hands">
            {byHand ? <MarkPlayingButton next={next} reading={reading} /> : (
              <>
                <PauseButton connected={connected && !isSilent} reading={reading} />
                <PlayNextButtons connected={connected} next={next} reading={reading} />
              </>
            )}
          </div>
          <AccountLink facts={facts} state={observation?.playback.state} />
          <button
            type="button"
            className="icon-button player-unfold"
            aria-expanded={isOpen}
            aria-label="Oynatıcının tamamı"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="down" />
          </button>
        </div>
        <div className="player-row-automatic">
          {byHand
            ? (
              <p className="player-state">
                Şarkıyı kendi sisteminizde başlatınca 'Çalıyor'a basın.
              </p>
            )
            : (
              <>
                <AutoSwitch reading={reading} />
                <PlaybackState
                  playback={isStale ? undefined : playback}
                  source={facts?.cafe.source}
                  said={!isSaid
                    ? undefined
                    : sentenceOfSilence(observation) === observation.playback.sentence
                    ? "same"
                    : "other"}
                />
                <Volume playback={playback} />
              </>
            )}
        </div>
      </div>
    </section>
  );
}

/** The states whose own sentence says why there is silence, or another music. */
const EXPLAINED: readonly PlaybackStateName[] = [
  "paused",
  "human",
  "no_device",
  "blocked",
  "reconnect",
  "stopped",
];

/** What is said without a song: one sentence, which follows from the state alone. */
function sentenceOfSilence({ ended, playback: { state, sentence } }: Observation): string {
  if (EXPLAINED.includes(state)) return sentence;
  if (ended) return `'${shortTitle(ended.title)}' bitti, yenisi başlamadı.`;
  return state === "idle" ? sentence : "Şu anda bir şey çalmıyor.";
}

interface NowPlayingProps {
  /** Undefined until they are known. */
  facts: CafeFacts | undefined;
  reading: PlaybackReading;
}

/** The song that plays now, or why there is none to show. */
function NowPlaying({ facts, reading }: NowPlayingProps) {
  const shownName = useShownName();
  if (!facts) return <PlayerWords title="Yükleniyor…" />;
  const { cafe: { source }, connection } = facts;
  if (needsAccount(source) && !connection.isSpotifyConnected) {
    if (facts.cafe.firstSteps) {
      return <PlayerWords title="Çalan yok." detail="Önce müziği seçin." />;
    }
    return <NoAccount connection={connection} />;
  }
  const { observation, failure, read } = reading;
  if (failure) {
    return <PlayerWords title="Çalan şarkının bilgisi alınamadı." detail={failure} retry={read} />;
  }
  if (!observation) return <PlayerWords title="Yükleniyor…" />;
  const { song, playback } = observation;
  const starter = playback.startedBy && shownName(playback.startedBy);
  if (song) {
    return (
      <PlayerWords
        cover={song.albumArt}
        title={song.title}
        detail={song.artist}
        source={[
          song.isPlaying ? sourceOf(facts) ?? speakerOf(observation) : "Duraklatıldı",
          starter && `Başlatan: ${starter}`,
        ].filter(Boolean).join(" · ")}
      />
    );
  }
  // What else plays on a system that is not ours is not known.
  if (!hasPlayer(source)) return <PlayerWords title="Şu anda çalan bir istek yok." />;
  return <PlayerWords title={sentenceOfSilence(observation)} icon={ATTENTION[playback.state]} />;
}

function NoAccount({ connection }: { connection: Connection }) {
  const { queries } = usePanel();
  const mayConnect = useMayOpen()("/panel/music");
  if ("unchecked" in connection) {
    const retry = () => queries.refreshRoom();
    return <PlayerWords title="Bağlantı durumu şu anda kontrol edilemiyor." retry={retry} />;
  }
  if (!mayConnect) return <PlayerWords title={`Müzik hesabı bağlı değil. ${TELL_OWNER}`} />;
  const again = connection.reason === "consent_ended";
  // As short as a phone's bar needs to show it whole.
  const title = again ? "Spotify'ı yeniden bağlayın." : "Önce Spotify'ı bağlayın.";
  return <PlayerWords title={title} />;
}

/** 'Hoparlör: Chrome, Windows, 12 sn önce': on what the page runs that plays, and when it was heard of last. */
function speakerOf({ playback: { speaker }, heardAgoMs }: Observation): string | undefined {
  if (!speaker || heardAgoMs === undefined) return;
  const ago = `${Math.round(heardAgoMs / 1000)} sn önce`;
  return `Hoparlör: ${[speaker.device, ago].filter(Boolean).join(", ")}`;
}

/** Spotify's terms require that it is named beside its titles and covers. */
function sourceOf({ cafe, connection }: CafeFacts): string | undefined {
  if (!needsAccount(cafe.source)) return undefined;
  return "demo" in connection && connection.demo ? "Demo hesabından" : "Spotify'dan";
}

interface PlayerWordsProps {
  cover?: string;
  title: string;
  detail?: string;
  source?: string;
  retry?: () => Promise<unknown>;
  /** Of a sentence that asks for a hand, or explains a silence. */
  icon?: IconName;
}

/** A cover with two lines beside it: a song, or a sentence in place of one. */
function PlayerWords({ cover = "", title, detail, source, retry, icon }: PlayerWordsProps) {
  return (
    <>
      <Cover src={cover} />
      <div className="player-words">
        <div className="player-text" id="player-words">
          {icon && <Icon name={icon} />}
          <p className="song-title">{title}</p>
          {detail && (
            <p className="song-artist">
              {detail}
              {source && <span className="player-source">{` · ${source}`}</span>}
            </p>
          )}
        </div>
        {retry && <Button onClick={() => void retry()}>Tekrar dene</Button>}
      </div>
    </>
  );
}

interface AccountLinkProps {
  /** Undefined until they are known. */
  facts: CafeFacts | undefined;
  /** What the music does; undefined if that is not known. */
  state: PlaybackStateName | undefined;
}

/** Names the source of the music, and leads the owner to the screen 'Müzik'. */
function AccountLink({ facts, state }: AccountLinkProps) {
  const { tone, label } = musicState(facts, state);
  const mayOpen = useMayOpen();
  if (!mayOpen("/panel/music")) {
    return <span className={`account-link account-link-${tone}`}>{label}</span>;
  }
  return (
    <Link to="/panel/music" className={`account-link account-link-${tone}`}>
      {label}
    </Link>
  );
}
