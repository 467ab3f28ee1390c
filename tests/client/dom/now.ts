// What plays and which rules hold, for pages whose calls a test answers.
import type { CafeHouse } from "../../../server/contract/house.ts";
import type { PlayingSong } from "../../../server/contract/playback.ts";
import { openHouse } from "../../support/people/songs.ts";
import type { Network } from "./network.ts";

/** From now on the server says that `playing` plays at every cafe, that has music, and that the rules are `house`. */
export function answerNow(
  { network }: { network: Network },
  playing: PlayingSong | null = null,
  house: CafeHouse = openHouse(),
): void {
  const at = new Date().toISOString();
  const answer = () => Response.json({ playing, at });
  const cafe = { _id: "cafe", name: "Kahve Durağı", ownerId: "owner", musicConnected: true, house };
  network.answer("GET", "/api/cafes/cafe", () => Response.json(cafe));
  network.answer("GET", "/api/cafes/cafe/now", answer);
}
