// Where the music comes from, in the player bar: a dot with a label, which leads to the screen where it is set up.
import { Link } from "@tanstack/react-router";
import type { Device } from "../../../server/contract/music.ts";
import type { CafeFacts } from "../live/live_cafe.ts";
import { musicState } from "./account_state.ts";

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
