// What the player plays, how far it is, and what comes next.
import { Cover } from "../../components/Cover.tsx";
import { SongProgress, SongTimes } from "../player/SongProgress.tsx";
import type { SpeakerState } from "./speaker_state.ts";

export interface OnSpeakerProps {
  state: SpeakerState;
  /** Whether a guest asked for the song that plays. Undefined if that is not known. */
  byGuest: boolean | undefined;
}

export function OnSpeaker(
  { state: { playing, next, positionMs, isPaused }, byGuest }: OnSpeakerProps,
) {
  const song = playing &&
    { ...playing, positionMs, isPlaying: !isPaused, byGuest: byGuest === true };
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
          {next
            ? (
              <>
                <span className="player-next-label">Sıradaki:</span>{" "}
                {`${next.title} · ${next.artist}`}
              </>
            )
            : "Sırada şarkı yok."}
        </p>
      </div>
    </div>
  );
}

function whose(byGuest: boolean | undefined): string {
  if (byGuest === undefined) return "";
  return byGuest ? "Müşteri isteği" : "Kafenin müziği";
}
