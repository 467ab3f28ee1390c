// The music account: whether it is connected, why not, until when, and the buttons that change that.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { AuthStatus } from "../../../server/contract/music.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { formatDate } from "../../lib/format.ts";
import { addressOf } from "../../lib/calls.ts";
import { sentenceOf } from "../../lib/http.ts";
import type { Connection } from "./read_connection.ts";
import { usePanel } from "../services.ts";

export function ConnectionCard({ connection }: { connection: Connection }) {
  const { isSpotifyConnected: connected } = connection;
  return (
    <section className="card" aria-labelledby="connection-heading">
      <h2 id="connection-heading">Müzik hesabı</h2>
      <p className={connected ? "connection connection-on" : "connection"}>
        {connected ? "Spotify bağlı" : "Spotify bağlı değil"}
      </p>
      <Explanation connection={connection} />
      <Actions connection={connection} />
    </section>
  );
}

function Explanation({ connection }: { connection: Connection }) {
  if ("unchecked" in connection) {
    return <p>Bağlantı durumu şu anda kontrol edilemiyor. Biraz sonra tekrar deneyin.</p>;
  }
  const { isSpotifyConnected, reason, reconnectSoon, connectedUntil } = connection;
  if (reason === "consent_ended") {
    return (
      <Notice
        kind="error"
        text="Spotify izni sona erdi. Sıranız duruyor; çalmak için hesabı yeniden bağlayın."
      />
    );
  }
  if (!isSpotifyConnected) {
    return <p>Şarkıları çalabilmek için kafenizin Spotify hesabını bağlayın.</p>;
  }
  if (reconnectSoon) {
    return (
      <Notice
        text={`Spotify izni ${
          formatDate(connectedUntil)
        } tarihinde sona erecek. Sessiz kalmamak için şimdiden yeniden bağlayın.`}
      />
    );
  }
  return (
    <p className="connection-until">İzin {formatDate(connectedUntil)} tarihine kadar geçerli.</p>
  );
}

function Actions({ connection }: { connection: Connection }) {
  if ("unchecked" in connection) return null;
  const { isSpotifyConnected: connected, reconnectSoon, connectAt } = connection;
  const connectable = !connected || reconnectSoon;
  return (
    <div className="card-actions">
      {connectable && location.origin === connectAt && <ConnectButton connection={connection} />}
      {connectable && location.origin !== connectAt && (
        <p>
          Spotify yalnızca şu adresten bağlanabilir:{" "}
          <a href={`${connectAt}/panel/dashboard`}>{connectAt}</a>
        </p>
      )}
      {connected && <DisconnectButton />}
    </div>
  );
}

function ConnectButton({ connection }: { connection: AuthStatus }) {
  const { api, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const connect = async () => {
    setBusy(true);
    try {
      // The login token must not appear in an address, so a ticket does (docs/music.md#tickets).
      const { ticket } = await api("POST /api/spotify/ticket");
      // The Back button may restore this page as it was left, with the button busy.
      addEventListener("pageshow", () => setBusy(false), { once: true });
      location.assign(addressOf("GET /api/spotify/login", { query: { token: ticket } }));
    } catch (error) {
      setBusy(false);
      notices.show("error", "Bağlantı başlatılırken bir hata oluştu.", sentenceOf(error));
    }
  };
  const first = connection.reason === "never_connected";
  return (
    <Button look="primary" icon="link" busy={busy} onClick={connect}>
      {first ? "Spotify'a Bağlan" : "Spotify'ı Yeniden Bağla"}
    </Button>
  );
}

function DisconnectButton() {
  const router = useRouter();
  const { api, confirmation, notices } = usePanel();
  const disconnect = async () => {
    const sure = await confirmation.ask({
      title: "Spotify bağlantısı kesilsin mi?",
      text:
        "Spotify bağlantısını kesmek, izinleri sıfırlayacaktır. Yeniden bağlanmanız gerekecek. Emin misiniz?",
      action: "Bağlantıyı Kes",
      danger: true,
    });
    if (!sure) return;
    try {
      await api("POST /api/spotify/disconnect");
      notices.show("success", "Spotify bağlantısı başarıyla kaldırıldı!");
    } catch (error) {
      notices.show("error", "Bağlantı kesilirken bir hata oluştu.", sentenceOf(error));
    }
    await router.invalidate();
  };
  return <Button look="quiet" onClick={disconnect}>Bağlantıyı Kes</Button>;
}
