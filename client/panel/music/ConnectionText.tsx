// Whether the music account is connected, why not or until when.
import type { Connection } from "../live/read_connection.ts";
import { formatDate } from "../../lib/format.ts";

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
