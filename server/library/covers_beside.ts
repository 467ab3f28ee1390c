// The picture beside a song that is its cover (docs/library.md#covers). Pure.
import { posix } from "node:path";

const NAMES = ["cover", "Cover", "folder", "Folder"];
const ENDS = ["jpg", "jpeg", "png"];

/** The names that such a picture may have, the preferred one first. */
export const COVER_NAMES = NAMES.flatMap((name) => ENDS.map((end) => `${name}.${end}`));

/** Where the cover of the song at `path` may be, within the folder. */
export function coversBeside(path: string): string[] {
  const folder = posix.dirname(path);
  return COVER_NAMES.map((name) => folder === "." ? name : `${folder}/${name}`);
}
