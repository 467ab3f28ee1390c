// The cafe's own files: what of the folder was read, and the covers. Audio is described in player.ts.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";

export const Library = z.object({
  songs: z.int(),
  /** How far the reading of the folder is, in files; null while it rests. */
  scanning: z.nullable(z.object({ done: z.int(), total: z.int() })),
  /** The files that are no songs, with the reason in Turkish. */
  skipped: z.array(z.object({ file: z.string(), why: z.string() })),
});
export type Library = z.infer<typeof Library>;

export const LIBRARY_CALLS = {
  "GET /api/library": {
    summary: "How many songs the folder has, how far it was read, and which files are no songs",
    access: "owner",
    answer: Library,
  },
  "POST /api/library/scan": {
    summary: "Reads the folder again, in the background",
    access: "owner",
    status: 202,
    answer: Library,
    errors: ["source_not_ready"],
  },
  "GET /api/library/covers/:id": {
    summary: "A song's cover",
    access: "everyone",
    media: "image/*",
    errors: ["song_not_found"],
  },
} as const satisfies Calls;
