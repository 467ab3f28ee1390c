// Says above the lists what is wrong with the music account, if something is.
import type { Connection } from "../live/read_connection.ts";
import { ConnectionActions } from "../music/ConnectionActions.tsx";
import { ConnectionText } from "../music/ConnectionText.tsx";

/** Nothing if all is well. If the account could not be checked, the player bar says so. */
export function AccountProblem({ connection }: { connection: Connection }) {
  if ("unchecked" in connection) return null;
  if (connection.isSpotifyConnected && !connection.reconnectSoon) return null;
  return (
    <section className="card music-account-problem" aria-label="Müzik hesabının durumu">
      <ConnectionText connection={connection} />
      <ConnectionActions connection={connection} />
    </section>
  );
}
