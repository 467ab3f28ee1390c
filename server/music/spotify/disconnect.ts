// Forgets the cafe's music account (spec 4: connected -> not connected).
import { deleteGrant } from "../../../db/music_grants.ts";
import type { Deps } from "../../deps.ts";

export async function disconnect(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<{ msg: string }> {
  await deleteGrant(db, ownerId, now());
  return { msg: "Spotify bağlantısı başarıyla kaldırıldı!" };
}
