// Adds a file that an owner sends to the program's own folder of music (docs/library.md#adding-files).
import { statfs } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { extensionOf, isSoundByName, look, SKIP_REASONS } from "./folder.ts";
import { readFile } from "./read_file.ts";
import { readFiles } from "./read_files.ts";

/** Where files are while they arrive. Folders whose names begin with a dot are not read. */
const ARRIVING = ".arriving";
/** The disk holds the database too, which must not run out of room. */
const FREE_BYTES = 1024 ** 3;
/** As many arrive at once: each is written and read. */
const AT_ONCE = 4;

interface FolderParts extends Pick<Deps, "db" | "now"> {
  /** The folder's path. */
  root: string;
  /** Called once the song can be found. */
  changed: () => void;
}

export type AddFile = (sentName: string, body: ReadableStream<Uint8Array>) => Promise<string>;

/** What adds files. @throws DomainError as `addFile`, and `rate_limited` while too many arrive */
export function createAddFile(parts: FolderParts): AddFile {
  let arriving = 0;
  return async (sentName, body) => {
    if (arriving >= AT_ONCE) throw new DomainError("rate_limited", { retryAfterS: 5 });
    arriving++;
    try {
      return await addFile(parts, sentName, body);
    } finally {
      arriving--;
    }
  };
}

/** Removes what an earlier process was writing when it ended. */
export function forgetArriving(root: string): void {
  try {
    Deno.removeSync(join(root, ARRIVING), { recursive: true });
  } catch {
    // There is none.
  }
}

/**
 * Writes the file beside the songs, reads it, and gives it its name only if it is a song and no file has that name. Returns
 * the name.
 * @throws DomainError `not_audio` by the name or by what it holds, `file_exists`, `disk_full`, and what the body
 *   fails with
 */
async function addFile(
  { db, now, root, changed }: FolderParts,
  sentName: string,
  body: ReadableStream<Uint8Array>,
): Promise<string> {
  const name = cleanName(sentName);
  if (!isSoundByName(name)) throw new DomainError("not_audio");
  if (await look(root, name)) throw exists(name);
  const path = `${ARRIVING}/${crypto.randomUUID()}.${extensionOf(name)}`;
  try {
    await Deno.mkdir(join(root, ARRIVING), { recursive: true });
    await requireRoom(root);
    await write(join(root, path), body);
    await requireSong(root, path);
    // A link, unlike a move, never replaces a file that has come meanwhile.
    await Deno.link(join(root, path), join(root, name)).catch((error) => {
      throw error instanceof Deno.errors.AlreadyExists ? exists(name) : error;
    });
  } catch (error) {
    throw isFull(error) ? new DomainError("disk_full", {}, { cause: error }) : error;
  } finally {
    await Deno.remove(join(root, path)).catch(() => {});
  }
  const file = await look(root, name);
  const { signal } = new AbortController();
  if (file) {
    const parts = { db, now, root, covered: new Set<string>(), signal, changed };
    await readFiles(parts, [file], () => {});
  }
  return name;
}

/** A stream's bytes reach the disk as they come: a file is never held whole. */
async function write(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const file = await Deno.open(path, { write: true, createNew: true, mode: 0o644 });
  await body.pipeTo(file.writable);
}

async function requireRoom(root: string): Promise<void> {
  const { bavail, bsize } = await promisify(statfs)(root);
  if (bavail * bsize < FREE_BYTES) throw new DomainError("disk_full");
}

/** @throws DomainError `not_audio` with the reason for which it is no song */
async function requireSong(root: string, path: string): Promise<void> {
  const { size } = await Deno.stat(join(root, path));
  const { signal } = new AbortController();
  const file = { path, size, modifiedAt: 0, changedAt: 0 };
  const read = await readFile(root, file, { isCovered: false, signal });
  if ("why" in read) throw new DomainError("not_audio", { msg: SKIP_REASONS[read.why] });
}

function exists(name: string): DomainError {
  return new DomainError("file_exists", { msg: `Klasörde '${name}' adında bir dosya zaten var.` });
}

function isFull(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT";
}

/** File systems take 255 bytes, in which a letter is up to four. */
const MAX_NAME_BYTES = 255;
/** Longer names are no help. */
const MAX_NAME = 100;
/** What systems keep for themselves. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The name that a file gets in the folder: the last part of what was sent, without what a file system, a shell or a reader
 * could misread. Pure.
 */
export function cleanName(sent: string): string {
  const last = sent.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1)!;
  const safe = last.replace(/[\p{Cc}\p{Cf}\uFFFD<>:"|?*]/gu, " ").replace(/\s+/g, " ").trim()
    .replace(/^[.\s]+/, "");
  const extension = extensionOf(safe);
  const stem = extension === "" ? safe : safe.slice(0, -extension.length - 1);
  const short = startOf(stem, MAX_NAME_BYTES - extension.length - 2).replace(/[.\s]+$/, "");
  const named = short === "" ? "Şarkı" : DEVICES.test(short) ? `${short}_` : short;
  return extension === "" ? named : `${named}.${extension}`;
}

/** As many whole letters from its start as fit. */
function startOf(text: string, maxBytes: number): string {
  const bytes = new Uint8Array(Math.max(maxBytes, 0));
  const { read } = new TextEncoder().encodeInto([...text].slice(0, MAX_NAME).join(""), bytes);
  return text.slice(0, read);
}
