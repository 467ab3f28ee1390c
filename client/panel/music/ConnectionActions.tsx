// How the music account is, and what can be done if it is not connected, or not for long.
import { useState } from "react";
import type { AuthStatus } from "../../../server/contract/music.ts";
import { Button, type ButtonLook } from "../../components/Button.tsx";
import { addressOf } from "../../lib/calls.ts";
import type { Question } from "../../lib/confirmation.ts";
import { formatDate } from "../../lib/format.ts";
import { sentenceOf } from "../../lib/http.ts";
import { isMusicHere } from "../keep_music.ts";
import type { Connection } from "../live/use_facts.ts";
import { usePanel } from "../services.ts";
import { reachOf } from "../share/ReachNotice.tsx";

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

interface ConnectButtonProps {
  connection: AuthStatus;
  look?: ButtonLook;
}

/** Asked while this tab plays the cafe's music, which leaving it would end. The answer is the press that opens a tab. */
const BESIDE: Question = {
  title: "Müzik bu sekmede çalıyor.",
  text: "Spotify'ın izin sayfası yeni bir sekmede açılır, müzik burada sürer.",
  action: "Yeni sekmede aç",
};

export function ConnectButton({ connection, look = "primary" }: ConnectButtonProps) {
  const services = usePanel();
  const { api, confirmation, notices } = services;
  const [busy, setBusy] = useState(false);
  const connect = async () => {
    setBusy(true);
    try {
      // The login token must not appear in an address, so a ticket does (docs/music.md#tickets).
      const { ticket } = await api("POST /api/spotify/ticket");
      const address = addressOf("GET /api/spotify/login", { query: { token: ticket } });
      if (isMusicHere(services)) {
        setBusy(false);
        // A tab that knows nothing of this one: it would take over its player.
        if (await confirmation.ask(BESIDE)) open(address, "_blank", "noopener");
        return;
      }
      // The Back button may restore this page as it was left, with the button busy.
      addEventListener("pageshow", () => setBusy(false), { once: true });
      location.assign(address);
    } catch (error) {
      setBusy(false);
      notices.show("error", "Bağlantı başlatılırken bir hata oluştu.", sentenceOf(error));
    }
  };
  const first = connection.reason === "never_connected";
  return (
    <Button look={look} icon="link" busy={busy} onClick={connect}>
      {first ? "Spotify'a bağlan" : "Spotify'ı yeniden bağla"}
    </Button>
  );
}

/**
 * `here`: on this page. `link`: at the address that a link leads to. `computer`: on the computer that serves, since the
 * address means another computer on every other device.
 */
type ConnectPlace = "here" | "link" | "computer";

/** `connectAt` is the only origin that can connect, `here` the origin of this page. */
export function connectPlace(connectAt: string, here: string): ConnectPlace {
  if (connectAt === here) return "here";
  return reachOf(connectAt) === "computer" && reachOf(here) !== "computer" ? "computer" : "link";
}

interface ConnectionActionsProps {
  connection: Connection;
  /** How the button looks that connects the account. */
  look?: ButtonLook;
}

export function ConnectionActions({ connection, look }: ConnectionActionsProps) {
  const { queries } = usePanel();
  if ("unchecked" in connection) {
    return <Button onClick={() => void queries.refreshRoom()}>Tekrar dene</Button>;
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
