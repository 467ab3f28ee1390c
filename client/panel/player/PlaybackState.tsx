// What playing by itself does at the moment: its sentence, its sign, and what the owner can do about it.
import { Link } from "@tanstack/react-router";
import type { Playback, PlaybackStateName } from "../../../server/contract/playback.ts";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { wholeWords } from "../../components/whole_words.tsx";
import { hasPlayerPage } from "../source_traits.ts";
import { TELL_OWNER, useMayOpen } from "../use_may_open.ts";

/** The states that need the owner, or at least explain a silence. */
export const ATTENTION: Partial<Record<PlaybackStateName, IconName>> = {
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

interface PlaybackStateProps {
  playback: Playback | undefined;
  /** The id of the cafe's source, undefined until it is known. */
  source: string | undefined;
  /**
   * What the first row says, if it shows no song. `same`: this sentence, and wide bars show it here instead. `other`: another
   * one, and this one is for screen readers, which hear its changes in both cases.
   */
  said?: "same" | "other";
}

/**
 * What playing by itself does at the moment, in a sentence, and what the owner can do about it. Screen readers hear every
 * change of it.
 */
export function PlaybackState({ playback, source = "", said }: PlaybackStateProps) {
  const state = playback?.state ?? "off";
  const icon = ATTENTION[state];
  const opensPlayer = state === "no_device" && hasPlayerPage(source);
  const mayFix = useMayOpen()("/panel/music");
  const link = opensPlayer ? undefined : LINKS[state];
  return (
    <div className={`player-state${icon ? " player-state-attention" : ""}`} data-said={said}>
      {icon && <Icon name={icon} />}
      <p id="player-state" role="status">
        {playback && wholeWords(playback.sentence)}
      </p>
      {opensPlayer && (
        <Link to="/panel/player" className="button player-hand">
          Müziği başlat
        </Link>
      )}
      {link && !mayFix && <p>{TELL_OWNER}</p>}
      {link && mayFix && <Link to="/panel/music" className="button player-hand">{link}</Link>}
    </div>
  );
}
