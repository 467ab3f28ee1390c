// The cafe of every simulated evening, made once: its owner is logged in, its music account connected, its folder read.
import { sql } from "drizzle-orm";
import { join } from "node:path";
import { libraryTracks } from "../../../../db/schema/music.ts";
import { answerConsent } from "../../people/consent.ts";
import { depart, land, ticketFor } from "../../people/connection.ts";
import { createOwner, type TestOwner } from "../../people/factories.ts";
import { migratedFile } from "../../db/migrated_file.ts";
import { fileLengthMs, FILES, folder } from "./cafe_songs.ts";
import { openHouse } from "./house.ts";
import { openService } from "./music_service.ts";
import { createSettling } from "./settling.ts";
import { simulateTime } from "./simulated_time.ts";

export interface PreparedCafe extends TestOwner {
  /** The bytes of the database. */
  file: Uint8Array;
}

let cafe: Promise<PreparedCafe> | undefined;

/** The cafe, made once in a test file. */
export function prepared(): Promise<PreparedCafe> {
  return cafe ??= prepare();
}

async function prepare(): Promise<PreparedCafe> {
  const time = simulateTime();
  const settling = createSettling();
  const service = openService({ time, settling, factor: 1 });
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-prepared-" });
  await Deno.writeFile(join(dataDir, "cafe.db"), await migratedFile());
  const house = await openHouse({ time, settling, service, random: () => 0, dataDir });
  const app = house.app()!;
  const owner = await createOwner(app.deps);
  await folder.fill(app.deps.db, FILES);
  for (let id = 1; id <= FILES; id++) {
    await app.deps.db.write((d) => [
      d.update(libraryTracks).set({ durationMs: fileLengthMs(id) }).where(sql`id = ${id}`),
    ]);
  }
  const departure = await depart(app, await ticketFor(app, owner.token));
  const { location } = await answerConsent(departure.authorizeUrl, { fetch: service.visit });
  await land(app, location, departure.cookie);
  await house.close();
  const file = await Deno.readFile(join(dataDir, "cafe.db"));
  await Deno.remove(dataDir, { recursive: true });
  return { ...owner, file };
}
