// Whether the music account is connected, why not or until when, and what can be done about it.
import type { Connection } from "../live/read_connection.ts";
import { Button, type ButtonLook } from "../../components/Button.tsx";
import { formatDate } from "../../lib/format.ts";
import { usePanel } from "../services.ts";
import { ConnectButton } from "./ConnectButton.tsx";
import { connectPlace } from "./connect_place.ts";

export function ConnectionText({ connection }: { connection: Connection }) {
  if ("unchecked" in connection) {
    return <p>Bağlantı durumu şu anda kontrol edilemiyor.</p>;
  }
  const { isSpotifyConnected, reason, reconnectSoon, connectedUntil } = connection;
  if (reason === "consent_ended") {
    return (
      <p>Spotify izni sona erdi. Şarkı sıranız silinmedi; çalmak için hesabı yeniden bağlayın.</p>
    );
  }
  if (!isSpotifyConnected) {
    return <p>Şarkıları çalabilmek için kafenizin Spotify hesabını bağlayın.</p>;
  }
  const until = formatDate(connectedUntil);
  if (reconnectSoon) {
    return (
      <p>
        Spotify izni {until}{" "}
        tarihinde sona erecek. Müziğin kesilmemesi için şimdiden yeniden bağlayın.
      </p>
    );
  }
  return <p className="connection-until">İzin {until} tarihine kadar geçerli.</p>;
}

export interface ConnectionActionsProps {
  connection: Connection;
  /** How the button looks that connects the account. */
  look?: ButtonLook;
}

/** What can be done if the account is not connected, or not for long. */
export function ConnectionActions({ connection, look }: ConnectionActionsProps) {
  const { liveCafe } = usePanel();
  if ("unchecked" in connection) {
    return <Button onClick={() => void liveCafe.refresh()}>Tekrar dene</Button>;
  }
  const { isSpotifyConnected, reconnectSoon, connectAt } = connection;
  if (isSpotifyConnected && !reconnectSoon) return null;
  const address = `${connectAt}/panel/dashboard`;
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
