// What can be done if the music account is not connected, or not for long.
import type { Connection } from "../live/read_connection.ts";
import { Button, type ButtonLook } from "../../components/Button.tsx";
import { usePanel } from "../services.ts";
import { ConnectButton } from "./ConnectButton.tsx";
import { connectPlace } from "./connect_place.ts";

export interface ConnectionActionsProps {
  connection: Connection;
  /** How the button looks that connects the account. */
  look?: ButtonLook;
}

export function ConnectionActions({ connection, look }: ConnectionActionsProps) {
  const { liveCafe } = usePanel();
  if ("unchecked" in connection) {
    return <Button onClick={() => void liveCafe.refresh()}>Tekrar dene</Button>;
  }
  const { isSpotifyConnected, reconnectSoon, connectAt } = connection;
  if (isSpotifyConnected && !reconnectSoon) return null;
  const address = `${connectAt}/panel/music`;
  switch (connectPlace(connectAt, location.origin)) {
    case "here":
      return <ConnectButton connection={connection} look={look} />;
    case "link":
      return (
        <p>
          Spotify'ı şu adresten bağlayın: <a href={address}>{connectAt}</a>
        </p>
      );
    case "computer":
      return (
        <p>
          Spotify'ı, Sıradaki'nin çalıştığı bilgisayarda şu adresi açarak bağlayın:{" "}
          <span className="address">{address}</span>
        </p>
      );
  }
}
