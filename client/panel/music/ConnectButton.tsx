// Leads to the music service's consent page.
import { useState } from "react";
import type { AuthStatus } from "../../../server/contract/music.ts";
import { Button, type ButtonLook } from "../../components/Button.tsx";
import { addressOf } from "../../lib/call_address.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

export interface ConnectButtonProps {
  connection: AuthStatus;
  look?: ButtonLook;
}

export function ConnectButton({ connection, look = "primary" }: ConnectButtonProps) {
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
    <Button look={look} icon="link" busy={busy} onClick={connect}>
      {first ? "Spotify'a bağlan" : "Spotify'ı yeniden bağla"}
    </Button>
  );
}
