// GET /api/library/audio/{id}.{ext}: a song's file, in ranges, for the cafe's player alone (docs/speaker.md#audio).
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { holdsETag } from "../http/encoding.ts";
import type { OpenSong } from "../library/folder.ts";
import { keptLease, mayListen } from "./lease.ts";

/** The first and the last byte. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part of a file of `size` bytes. Undefined if the whole file is to be sent: without a header, and for several parts
 * or another unit, which a server may ignore. `unsatisfiable` if no byte of the file is in it.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, from, to] = header?.match(/^bytes=(\d*)-(\d*)$/i) ?? [];
  if (from === undefined || to === undefined || from + to === "") return;
  if (from === "") {
    const count = Math.min(Number(to), size);
    return count === 0 ? "unsatisfiable" : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  // The whole header counts as malformed if it ends before it begins.
  if (to !== "" && Number(to) < first) return;
  return first >= size ? "unsatisfiable" : { first, last };
}

const CHUNK_BYTES = 64 * 1024;

type File = Pick<Deno.FsFile, "read" | "seek" | "close">;

/** Streams the bytes of the range. The file is closed at their end, on a failure, and when the reader goes away. */
export function streamPart(file: File, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let left = last - first + 1;
  let isAtFirst = false;
  let isOpen = true;
  const close = () => {
    if (isOpen) file.close();
    isOpen = false;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        if (!isAtFirst) await file.seek(first, Deno.SeekMode.Start);
        isAtFirst = true;
        const chunk = new Uint8Array(Math.min(CHUNK_BYTES, left));
        const count = await file.read(chunk);
        // Another program has cut the file short meanwhile.
        if (!count) throw new Error("The file ended before the part that was asked for");
        left -= count;
        controller.enqueue(chunk.subarray(0, count));
        if (left > 0) return;
        close();
        controller.close();
      } catch (error) {
        close();
        throw error;
      }
    },
    cancel: close,
  }, { highWaterMark: 0 });
}

const NAME = /^([1-9]\d{0,15})\.(\w{1,8})$/;

/** @throws DomainError `unauthenticated`, `song_not_found`, `range_not_satisfiable` */
export async function sendAudio(
  deps: Pick<Deps, "db" | "library" | "now">,
  c: Context,
  name: string,
): Promise<Response> {
  if (!await mayListen(deps, keptLease(c))) throw new DomainError("unauthenticated");
  return answerWith(c, await openSong(deps.library, name));
}

/** For the owner's ear. @throws DomainError `source_not_ready`, `song_not_found`, `range_not_satisfiable` */
export async function sendOwnSong(
  { library }: Pick<Deps, "library">,
  c: Context,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<Response> {
  if (!await library.mayUse(ownerId)) throw new DomainError("source_not_ready");
  const song = await library.open(Number(id));
  const disposition = `attachment; filename="siradaki-sarki-${Number(id)}"`;
  return answerWith(c, song, { "Content-Disposition": disposition });
}

function answerWith(
  c: Context,
  song: OpenSong | undefined,
  more: Record<string, string> = {},
): Response {
  if (!song) throw new DomainError("song_not_found");
  let isSending = false;
  try {
    const answer = answerTo(c, song);
    // A stream that no one reads is never closed, and the router drops the body of a HEAD.
    isSending = answer.part !== null && c.req.method !== "HEAD";
    const body = isSending ? streamPart(song.file, answer.part!) : null;
    return new Response(body, { status: answer.status, headers: { ...answer.headers, ...more } });
  } finally {
    if (!isSending) song.file.close();
  }
}

async function openSong(library: Deps["library"], name: string): Promise<OpenSong | undefined> {
  const [, id, extension] = name.match(NAME) ?? [];
  const song = await library.find(Number(id));
  if (song?.extension !== extension?.toLowerCase()) return;
  return await library.open(Number(id));
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The bytes to send, null for none. */
  part: ByteRange | null;
}

function answerTo(c: Context, { size, modifiedAt, type }: OpenSong): Answer {
  const etag = `"${size.toString(36)}-${Math.trunc(modifiedAt).toString(36)}"`;
  const lastModified = new Date(modifiedAt).toUTCString();
  const headers = {
    "Accept-Ranges": "bytes",
    // What a browser keeps is heard after the logout too.
    "Cache-Control": "no-store",
    "ETag": etag,
    "Last-Modified": lastModified,
  };
  if (isKnown(c, etag, lastModified)) return { status: 304, headers, part: null };
  const content = { ...headers, "Content-Type": type };
  const isSame = [undefined, etag, lastModified].includes(c.req.header("if-range"));
  const range = isSame ? readRange(c.req.header("range"), size) : undefined;
  if (range === "unsatisfiable") {
    c.header("Content-Range", `bytes */${size}`);
    throw new DomainError("range_not_satisfiable");
  }
  if (range) {
    const { first, last } = range;
    const about = {
      "Content-Range": `bytes ${first}-${last}/${size}`,
      "Content-Length": `${last - first + 1}`,
    };
    return { status: 206, headers: { ...content, ...about }, part: range };
  }
  const part = size === 0 ? null : { first: 0, last: size - 1 };
  return { status: 200, headers: { ...content, "Content-Length": `${size}` }, part };
}

/** Whether the browser has this version. `If-None-Match` is the more exact question. */
function isKnown(c: Context, etag: string, lastModified: string): boolean {
  const tags = c.req.header("if-none-match");
  if (tags === undefined) return c.req.header("if-modified-since") === lastModified;
  return holdsETag(tags, etag);
}
