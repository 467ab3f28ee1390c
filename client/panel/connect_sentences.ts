// The sentences about an attempt to connect the music account, by the outcome in the address.
import type { ConnectOutcome } from "../../server/contract/music.ts";

export interface ConnectSentence {
  kind: "success" | "error";
  text: string;
}

const SENTENCES: Record<ConnectOutcome, ConnectSentence> = {
  connected: { kind: "success", text: "Spotify hesabınız bağlandı!" },
  refused: { kind: "error", text: "Spotify'da izin verilmedi, hesap bağlanmadı." },
  forged: {
    kind: "error",
    text:
      "Bağlantı başka bir tarayıcıda başlatılmış, hesap bağlanmadı. Lütfen buradan tekrar deneyin.",
  },
  expired: {
    kind: "error",
    text: "Bağlantının süresi dolmuş veya daha önce kullanılmış. Lütfen tekrar deneyin.",
  },
  failed: { kind: "error", text: "Spotify bağlantısı tamamlanamadı. Lütfen tekrar deneyin." },
  login_required: {
    kind: "error",
    text: "Spotify'a bağlanmak için önce giriş yapın.",
  },
};

/** The sentence for the value of `?spotify=`, or undefined for an unknown value. */
export function connectSentence(outcome: string | undefined): ConnectSentence | undefined {
  return outcome !== undefined && Object.hasOwn(SENTENCES, outcome)
    ? SENTENCES[outcome as ConnectOutcome]
    : undefined;
}
