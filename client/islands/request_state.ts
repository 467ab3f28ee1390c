// The state of a guest's own request, in the words that the guest reads.
import type { OwnRequest } from "../../server/contract/own_requests.ts";

export interface RequestState {
  kind: "waiting" | "queued" | "playing" | "played" | "refused" | "failed";
  text: string;
  /** What there is to say besides. */
  sentence?: string;
}

export function stateOf(request: OwnRequest): RequestState {
  const { status, place, playedAt, playing, reversed, ownTip, unplayable } = request;
  if (reversed) {
    // Tips at the till are not written anywhere.
    const tip = ownTip > 0 && !request.refundAtTill ? ", bahşişiniz yazılmadı" : "";
    return { kind: "failed", text: "yarıda kesildi", sentence: `Şarkınız yarıda kesildi${tip}.` };
  }
  if (unplayable) {
    return { kind: "failed", text: "çalınamadı", sentence: "Bu şarkı burada çalınamadı." };
  }
  if (playing) return { kind: "playing", text: "Şu anda çalıyor" };
  if (playedAt !== null) return { kind: "played", text: "çalındı" };
  if (status === "pending") return { kind: "waiting", text: "onay bekliyor" };
  if (status === "expired") {
    const sentence = "İsteğiniz onaylanmadan kafenin istek saati bitti.";
    return { kind: "refused", text: "süresi doldu", sentence };
  }
  if (status === "rejected") return { kind: "refused", text: "kabul edilmedi" };
  return { kind: "queued", text: `${place}. sırada` };
}
