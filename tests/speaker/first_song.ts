// A page that plays a cafe's own files, and has begun the first song of the queue.
import type { LibraryCafe } from "../support/music/library_cafe.ts";

/** Queues songs with these tips (TL), claims the player and reports that the first one has begun, whose play is `id`. */
export async function firstSong(cafe: LibraryCafe, tips: number[]) {
  const requests = await cafe.queue(tips);
  const lease = await cafe.hold();
  const id = (await cafe.current(lease)).next!.id;
  await cafe.report(lease, id, "started");
  return { lease, id, requests };
}
