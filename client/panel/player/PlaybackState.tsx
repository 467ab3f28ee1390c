// What playing by itself does at the moment, in a sentence, and what the owner can do about it. Screen readers hear
// every change of it.
import { Link } from "@tanstack/react-router";
import type { Playback, PlaybackStateName } from "../../../server/contract/automatic.ts";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { wholeWords } from "../../components/whole_words.tsx";
import { TELL_OWNER, useMayOpen } from "../use_may_open.ts";
import { hasPlayerPage } from "../source_traits.ts";

/** The states that need the owner, or at least explain a silence. */
const ATTENTION: Partial<Record<PlaybackStateName, IconName>> = {
  paused: "pause",
  human: "person",
  no_device: "warning",
  blocked: "warning",
  reconnect: "warning",
  stopped: "warning",
};

/** The label of a link to the screen 'Müzik', for the states that the owner ends there. */
const LINKS: Partial<Record<PlaybackStateName, string>> = {
  no_device: "Cihaz seçin",
  reconnect: "Hesabı bağlayın",
};

export interface PlaybackStateProps {
  playback: Playback | undefined;
  /** The id of the cafe's source, undefined until it is known. */
  source: string | undefined;
}

export function PlaybackState({ playback, source = "" }: PlaybackStateProps) {
  const state = playback?.state ?? "off";
  const icon = ATTENTION[state];
  const opensPlayer = state === "no_device" && hasPlayerPage(source);
  const mayFix = useMayOpen()("/panel/music");
  const link = opensPlayer ? undefined : LINKS[state];
  return (
    <div className={`player-state${icon ? " player-state-attention" : ""}`}>
      {icon && <Icon name={icon} />}
      <p id="player-state" role="status">{playback && wholeWords(playback.sentence)}</p>
      {opensPlayer && (
        <Link to="/panel/player" className="button player-hand">
          Oynatıcıyı açın
        </Link>
      )}
      {link && !mayFix && <p>{TELL_OWNER}</p>}
      {link && mayFix && <Link to="/panel/music" className="button player-hand">{link}</Link>}
    </div>
  );
}
