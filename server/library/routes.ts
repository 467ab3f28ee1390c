// Serves the calls about the cafe's own files.
import type { Context } from "hono";
import { HOUR_MS } from "../contract/clock.ts";
import { type Library, LIBRARY_CALLS, type OwnSong } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { holdsETag } from "../http/encoding.ts";
import type { AppEnv } from "../http/caller.ts";
import { serveCalls } from "../http/serve_calls.ts";
import type { LimitRule } from "../http/limits.ts";
import type { LibraryTrack } from "./library.ts";
import { COVER_PATH } from "./song_uri.ts";

/** Browsers keep it for a day. */
const CACHE = "public, max-age=86400";

/** Answers with the picture, or 304 to a client that has it already. @throws DomainError `song_not_found` */
async function answerCover(
  { library, answers }: Pick<Deps, "library" | "answers">,
  c: Context<AppEnv>,
  id: string,
): Promise<Response> {
  const cover = /^[1-9]\d{0,14}$/.test(id) ? await library.readCover(Number(id)) : undefined;
  if (!cover) throw new DomainError("song_not_found");
  const headers = { "ETag": cover.etag, "Cache-Control": CACHE };
  if (holdsETag(c.req.header("if-none-match"), cover.etag)) return c.body(null, 304, headers);
  return answers.send(c, cover.bytes, 200, { ...headers, "Content-Type": cover.type });
}

/** What a cafe is told of a folder that it may not use. */
const NOTHING: Library = {
  songs: 0,
  scanning: null,
  skipped: [],
  folder: null,
  canAdd: false,
  onDeletion: null,
};

async function readLibrary(
  { library }: Pick<Deps, "library">,
  ownerId: string,
): Promise<Library> {
  const [status, place] = await Promise.all([library.status(), library.place(ownerId)]);
  return { ...status, ...place };
}

/** How many songs are listed at once. */
const PAGE = 50;

async function listOwnSongs(
  { library }: Pick<Deps, "library">,
  ownerId: string,
  { term, before }: { term: string; before?: string },
) {
  if (!await library.mayUse(ownerId)) return { songs: [], next: null };
  const isSearch = term.trim() !== "";
  const found = isSearch
    ? await library.search(term, PAGE)
    : await library.newest(Number(before ?? Number.MAX_SAFE_INTEGER), PAGE);
  const hidden = await library.hidden(ownerId, found.map(({ id }) => id));
  return {
    songs: found.map((track) => toOwnSong(track, hidden.has(track.id))),
    next: isSearch || found.length < PAGE ? null : found.at(-1)!.id,
  };
}

function toOwnSong(track: LibraryTrack, hidden: boolean): OwnSong {
  const { id, title, artist, album, durationMs, isExplicit, hasCover } = track;
  const albumArt = hasCover ? `${COVER_PATH}${id}` : "";
  return { id, title, artist, album, albumArt, durationMs, explicit: isExplicit, hidden };
}

/** More than a person can drop in an hour; a stolen login must not be able to fill the disk at once. */
const ADDED_FILES: LimitRule = {
  name: "files added by owner",
  max: 1_000,
  windowMs: HOUR_MS,
  code: "too_many_files",
};

export function libraryRoutes(deps: Deps) {
  const { library } = deps;
  return serveCalls(deps, LIBRARY_CALLS, {
    "GET /api/library": async ({ caller }) =>
      await library.mayChoose(caller.ownerId) ? await readLibrary(deps, caller.ownerId) : NOTHING,
    "POST /api/library/scan": async ({ caller }) => {
      if (!await library.mayChoose(caller.ownerId)) throw new DomainError("source_not_ready");
      library.scan();
      return await readLibrary(deps, caller.ownerId);
    },
    "GET /api/library/songs": ({ caller, query }) => listOwnSongs(deps, caller.ownerId, query),
    "PUT /api/library/songs/:id": async ({ caller, params, body: { hidden } }) => {
      const { ownerId } = caller;
      if (!await library.mayUse(ownerId)) throw new DomainError("source_not_ready");
      const id = /^[1-9]\d{0,14}$/.test(params.id) ? Number(params.id) : 0;
      await library.hide(ownerId, { id, hidden });
      return { hidden };
    },
    "POST /api/library/files": async ({ caller, query, body }) => {
      deps.limits.take(ADDED_FILES, caller.ownerId);
      return { file: await library.add(caller.ownerId, query.name, body) };
    },
    "GET /api/library/covers/:id": ({ c, params }) => answerCover(deps, c, params.id),
  });
}
