// The state of a guest's own request, in the words that the guest reads.
import type { OwnRequest } from "../../server/contract/requests.ts";

export interface RequestState {
  kind: "waiting" | "queued" | "played" | "refused";
  text: string;
}

export function stateOf({ status, place, playedAt }: OwnRequest): RequestState {
  if (playedAt !== null) return { kind: "played", text: "çalındı" };
  if (status === "pending") return { kind: "waiting", text: "onay bekliyor" };
  if (status === "rejected") return { kind: "refused", text: "kabul edilmedi" };
  return { kind: "queued", text: `${place}. sırada` };
}
