// The folder of music: its files, what is left out of it, and opening one (docs/library.md#the-folder).
import { join, posix, sep } from "node:path";
import type { Config } from "../config.ts";
import { mediaTypeOf, readKind } from "./file_kind.ts";

export interface MusicFolder {
  path: string;
  /** Whether MUSIC_DIR names it, or it has been there at some time since the start. */
  readonly isSetUp: boolean;
  /** Whether it is the program's own: `music` of the data folder, into which it may write. */
  readonly isOwn: boolean;
  /** Makes the program's own one. Where that cannot be, as on the edge, there is none, and it returns why. */
  make(): Error | undefined;
}

export function musicFolder(
  { musicDir, dataDir }: Pick<Config, "musicDir" | "dataDir">,
): MusicFolder {
  const path = musicDir ?? join(dataDir, "music");
  const isOwn = musicDir === undefined;
  let isSetUp = !isOwn;
  return {
    path,
    isOwn,
    make() {
      try {
        if (isOwn) Deno.mkdirSync(path, { recursive: true });
      } catch (error) {
        // It stays not set up.
        return error instanceof Error ? error : new Error(String(error));
      }
    },
    get isSetUp() {
      return isSetUp ||= isFolder(path);
    },
  };
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

// The picture beside a song that is its cover (docs/library.md#covers). Pure.

const NAMES = ["cover", "Cover", "folder", "Folder"];
const ENDS = ["jpg", "jpeg", "png"];

/** The names that such a picture may have, the preferred one first. */
const COVER_NAMES = NAMES.flatMap((name) => ENDS.map((end) => `${name}.${end}`));

/** Where the cover of the song at `path` may be, within the folder. */
export function coversBeside(path: string): string[] {
  const folder = posix.dirname(path);
  return COVER_NAMES.map((name) => folder === "." ? name : `${folder}/${name}`);
}

// Which files may be songs, by the ends of their names (docs/library.md#formats). Pure.

/** The ends of files that browsers play, unless their first bytes say something else. */
const PLAYED = [
  ...["mp3", "m4a", "m4b", "m4r", "mp4", "aac", "flac", "ogg", "oga", "opus", "wav", "wave"],
  ...["webm", "weba"],
];

/** The ends of other sound. */
const OTHERS = [
  ...["3ga", "ac3", "aif", "aifc", "aiff", "amr", "ape", "au", "caf", "dff", "dsf", "dts"],
  ...["eac3", "m4p", "mid", "midi", "mka", "mp1", "mp2", "mpa", "mpc", "mpga", "ra", "ram"],
  ...["shn", "snd", "spx", "tak", "tta", "voc", "w64", "wma", "wv"],
];

/** The end of a file's name in lower case, without the dot; empty if there is none. */
export function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** Whether browsers play what is called so. */
export function isPlayedByName(path: string): boolean {
  return PLAYED.includes(extensionOf(path));
}

/** Whether it is sound by its name. What it really is, its first bytes tell (file_kind.ts). */
export function isSoundByName(path: string): boolean {
  return isPlayedByName(path) || OTHERS.includes(extensionOf(path));
}

// Why a file of the folder is no song, in words for the owner (docs/library.md#skipped-files).

export const SKIP_REASONS = {
  link: "Bu bir bağlantı. Dosyanın kendisini klasöre kopyalayın.",
  hidden: "Gizli dosya: adı noktayla başlıyor.",
  name: "Dosyanın adındaki harfler okunamıyor. Dosyayı yeniden adlandırın.",
  folder_name:
    "Klasörün adındaki harfler okunamıyor, içindeki şarkılar da görünmüyor. Klasörü yeniden adlandırın.",
  unreadable: "Dosya okunamıyor. Okuma iznini kontrol edin.",
  empty: "Dosya boş.",
  huge: "Dosya 500 MB'tan büyük.",
  big_tags: "Dosyanın etiketleri 16 MB'tan büyük. İçindeki kapak resmini küçültün.",
  broken: "Dosya bozuk veya bir ses dosyası değil.",
  short: "Kayıt bir saniyeden kısa.",
  alac:
    "Tarayıcıların çoğu Apple Lossless (ALAC) çalamıyor. Şarkıyı MP3 veya FLAC biçimine çevirin.",
  format: "Tarayıcılar bu ses biçimini çalamıyor. Şarkıyı MP3 veya FLAC biçimine çevirin.",
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

/** The sentence for a code of the table, which may be of a later version. */
export function skipSentence(code: string): string {
  return Object.hasOwn(SKIP_REASONS, code) ? SKIP_REASONS[code as SkipReason] : SKIP_REASONS.broken;
}

// Lists the folder's audio files with their sizes and dates (docs/library.md#reading-the-folder).

export interface FoundFile {
  /** Within the folder, with slashes. */
  path: string;
  size: number;
  /** In epoch ms. */
  modifiedAt: number;
  /** When its bytes, its date, its name or its rights changed last, epoch ms; 0 where the system does not tell. */
  changedAt: number;
  /** Present if it is no song for a reason that can be seen without reading it. */
  why?: SkipReason;
}

export interface Found {
  files: Map<string, FoundFile>;
  /** The folders that have a picture for all their songs. */
  covered: Set<string>;
  /** The folders below that cannot be read, and files that were gone when they were looked at: nothing is known of them. */
  unreadable: string[];
}

/** @throws Error if the folder itself cannot be read */
export async function walk(root: string, signal: AbortSignal): Promise<Found> {
  const found: Found = { files: new Map(), covered: new Set(), unreadable: [] };
  const folders = [""];
  for (let folder; (folder = folders.pop()) !== undefined;) {
    try {
      for await (const entry of Deno.readDir(join(root, folder))) {
        signal.throwIfAborted();
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory && !entry.name.startsWith(".")) folders.push(path);
        else if (entry.isFile && COVER_NAMES.includes(entry.name)) found.covered.add(folder);
        else if (await isListed(root, path, entry)) {
          const file = await look(root, path);
          // The disk may be unplugged at this moment: what cannot be found any more is not missing yet.
          if (!file) await Deno.stat(root);
          if (file) found.files.set(path, file);
          else found.unreadable.push(path);
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      if (folder === "") throw error;
      if (hasLostLetters(folder)) {
        found.files.set(folder, { ...NOTHING, path: folder, why: "folder_name" });
      } else found.unreadable.push(folder);
    }
  }
  return found;
}

/** What is told of a file that cannot be looked at. */
const NOTHING = { size: 0, modifiedAt: 0, changedAt: 0 };

/** A name in an encoding other than UTF-8 is listed with these characters, and cannot be opened by them. */
function hasLostLetters(path: string): boolean {
  return path.includes("\uFFFD");
}

/** What is at `path` now, undefined if nothing is. */
export async function look(root: string, path: string): Promise<FoundFile | undefined> {
  try {
    const { size, mtime, ctime, isSymlink } = await Deno.lstat(join(root, path));
    const isHidden = /(^|\/)\.[^/]*$/.test(path);
    const why = isSymlink ? "link" : isHidden ? "hidden" : undefined;
    const times = { modifiedAt: mtime?.getTime() ?? 0, changedAt: ctime?.getTime() ?? 0 };
    return { path, size, ...times, ...why && { why } };
  } catch (error) {
    if (hasLostLetters(path)) return { ...NOTHING, path, why: "name" };
    return error instanceof Deno.errors.NotFound
      ? undefined
      : { ...NOTHING, path, why: "unreadable" };
  }
}

/** Whether the file at `path` has gone from a folder that is there: one that is away is empty, or cannot be read. */
export async function hasGone(root: string, path: string): Promise<boolean> {
  if (await look(root, path)) return false;
  const [first] = await Array.fromAsync(Deno.readDir(root)).catch(() => []);
  return first !== undefined;
}

/** Whether it is audio by its name, or a link to a folder. Other files, devices and pipes are left out. */
async function isListed(root: string, path: string, entry: Deno.DirEntry): Promise<boolean> {
  // A Mac keeps what other systems cannot store of a file in one beside it.
  if (entry.name.startsWith("._")) return false;
  if (isSoundByName(path)) return entry.isFile || entry.isSymlink;
  if (!entry.isSymlink) return false;
  const target = await Deno.stat(join(root, path)).catch(() => undefined);
  return target?.isDirectory === true;
}

// Opens files of the folder, and none outside of it (docs/library.md#the-folder).

/** An open file, which the caller closes. */
export interface OpenSong {
  file: Deno.FsFile;
  size: number;
  /** In epoch ms. */
  modifiedAt: number;
  type: string;
}

/** Opens the song's file at `path` within `root`, undefined if it is missing or leads out of the folder. */
export async function openSong(root: string, path: string): Promise<OpenSong | undefined> {
  const inside = isSoundByName(path) && await insideFile(root, path);
  if (!inside) return;
  try {
    const kind = await readKind(inside.path);
    if (kind === undefined) return;
    const file = await Deno.open(inside.path);
    return { file, size: inside.size, modifiedAt: inside.modifiedAt, type: mediaTypeOf(kind) };
  } catch {
    return;
  }
}

/**
 * The file at `path` within `root`, undefined if there is none, it is larger than `max`, or it leads out of the folder.
 */
export async function readInside(
  root: string,
  path: string,
  max: number,
): Promise<Uint8Array | undefined> {
  const inside = await insideFile(root, path);
  if (!inside || inside.size > max) return;
  return await Deno.readFile(inside.path).catch(() => undefined);
}

/**
 * Looks the file up. Deno follows links that lead out of the folders that it may read, so the real paths are compared.
 * The file is asked for by its path here, and not by its real one or its handle, which Deno refuses if `root` is a
 * link.
 */
export async function insideFile(
  root: string,
  path: string,
): Promise<{ path: string; size: number; modifiedAt: number } | undefined> {
  const asked = join(root, path);
  try {
    const [realRoot, real] = await Promise.all([Deno.realPath(root), Deno.realPath(asked)]);
    if (!real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) return;
    const { isFile, size, mtime } = await Deno.stat(asked);
    return isFile ? { path: asked, size, modifiedAt: mtime?.getTime() ?? 0 } : undefined;
  } catch {
    return;
  }
}
