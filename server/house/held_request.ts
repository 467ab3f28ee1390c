// What the rules of the house are asked with about a guest's request (docs/house.md#in-one-statement). Pure.
import type { RequestTerms } from "../../db/request_insert.ts";
import type { SongRequestDraft } from "../contract/requests.ts";
import { minuteOfWeek } from "./opening_hours.ts";
import { songWords } from "./song_key.ts";
import { readTableCode } from "./table_codes.ts";

/** Of a request that is sent at `nowMs` (epoch). */
export function heldRequest(
  { songTitle, artist, table }: Pick<SongRequestDraft, "songTitle" | "artist" | "table">,
  nowMs: number,
): RequestTerms["held"] {
  return {
    minute: minuteOfWeek(nowMs),
    ...songWords({ title: songTitle, artist }),
    table: readTableCode(table),
  };
}
