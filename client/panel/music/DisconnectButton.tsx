// Forgets the music account, after a confirmation.
import { Button } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

export function DisconnectButton() {
  const { api, confirmation, liveCafe, notices } = usePanel();
  const disconnect = async () => {
    const sure = await confirmation.ask({
      title: "Spotify bağlantısı kesilsin mi?",
      text:
        "Spotify bağlantısını kesmek, izinleri sıfırlayacaktır. Yeniden bağlanmanız gerekecek. Emin misiniz?",
      action: "Bağlantıyı kes",
      danger: true,
    });
    if (!sure) return;
    try {
      await api("POST /api/spotify/disconnect");
      notices.show("success", "Spotify bağlantısı başarıyla kaldırıldı!");
    } catch (error) {
      notices.show("error", "Bağlantı kesilirken bir hata oluştu.", sentenceOf(error));
    }
    await liveCafe.refresh().catch(() => {});
  };
  return <Button look="quiet" onClick={disconnect}>Bağlantıyı kes</Button>;
}
