// What plays, for pages whose calls a test answers.
import type { PlayingSong } from "../../../server/contract/playback.ts";
import type { Network } from "./network.ts";

/** From now on the server says that `playing` plays at every cafe. */
export function answerNow(
  { network }: { network: Network },
  playing: PlayingSong | null = null,
): void {
  const at = new Date().toISOString();
  const answer = () => Response.json({ playing, at });
  network.answer("GET", "/api/cafes/cafe/now", answer);
}
