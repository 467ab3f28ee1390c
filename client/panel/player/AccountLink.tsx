// The link in the player bar that names the source of the music. It leads to the screen 'Müzik'.
import { Link } from "@tanstack/react-router";
import type { Device } from "../../../server/contract/music.ts";
import type { CafeFacts } from "../live/live_cafe.ts";
import { musicState } from "./music_state.ts";

export interface AccountLinkProps {
  /** Undefined until they are known. */
  facts: CafeFacts | undefined;
  /** Undefined if they are not known. */
  devices: Device[] | undefined;
}

export function AccountLink({ facts, devices }: AccountLinkProps) {
  const { tone, label } = musicState(facts, devices);
  return (
    <Link to="/panel/music" className={`account-link account-link-${tone}`}>
      {label}
    </Link>
  );
}
