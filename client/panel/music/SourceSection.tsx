// The account that the music comes from: its state, and what can be done with it.
import type { Connection } from "../live/read_connection.ts";
import { ConnectionActions } from "./ConnectionActions.tsx";
import { ConnectionText } from "./ConnectionText.tsx";
import { Devices } from "./Devices.tsx";
import { DisconnectButton } from "./DisconnectButton.tsx";

export interface SourceSectionProps {
  /** What the source is called. */
  label: string;
  connection: Connection;
}

export function SourceSection({ label, connection }: SourceSectionProps) {
  const { isSpotifyConnected } = connection;
  return (
    <section className="card" aria-labelledby="source-heading">
      <h2 id="source-heading">Müzik hesabı</h2>
      <div className="music-source">
        <p>
          <span className="song-title">{label}</span>
          {!("unchecked" in connection) && (isSpotifyConnected ? " · bağlı" : " · bağlı değil")}
        </p>
        <ConnectionText connection={connection} />
      </div>
      <ConnectionActions connection={connection} />
      {isSpotifyConnected && <Devices />}
      {isSpotifyConnected && <DisconnectButton />}
    </section>
  );
}
