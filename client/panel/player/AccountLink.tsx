// The music account in the player bar: a dot with a label, which leads to the screen where it is set up.
import { Link } from "@tanstack/react-router";
import type { Device } from "../../../server/contract/music.ts";
import type { Connection } from "../live/read_connection.ts";
import { accountState } from "./account_state.ts";

export interface AccountLinkProps {
  /** Undefined until it is known. */
  connection: Connection | undefined;
  /** Undefined if they are not known. */
  devices: Device[] | undefined;
}

export function AccountLink({ connection, devices }: AccountLinkProps) {
  const { tone, label } = accountState(connection, devices);
  return (
    <Link to="/panel/music" className={`account-link account-link-${tone}`}>
      {label}
    </Link>
  );
}
