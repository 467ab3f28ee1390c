// What a guest has to do with a song: the guest asked for it or supports it, in the words that the guest reads.
import type { OwnRequest } from "../../server/contract/own_requests.ts";

/** What the guest has to do with a song in the room, undefined if nothing. */
export function markOf(own: OwnRequest | undefined): string | undefined {
  return own && (own.asked ? "Sizin isteğiniz" : "Destek verdiniz");
}

/** What the guest reads when the song starts. */
export function startOf({ asked }: OwnRequest): string {
  return asked ? "Şimdi sizin şarkınız!" : "Destek verdiğiniz şarkı başladı!";
}
