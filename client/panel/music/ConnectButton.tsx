// Leads to the music service's consent page.
import { useState } from "react";
import type { AuthStatus } from "../../../server/contract/music.ts";
import { Button, type ButtonLook } from "../../components/Button.tsx";
import { addressOf } from "../../lib/call_address.ts";
import type { Question } from "../../lib/confirmation.ts";
import { sentenceOf } from "../../lib/http.ts";
import { isMusicHere } from "../keep_music.ts";
import { usePanel } from "../services.ts";

export interface ConnectButtonProps {
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
