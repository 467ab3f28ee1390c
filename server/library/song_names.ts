// Titles and names as they are shown, from tags and paths that anyone may have written (docs/library.md#tags). Pure.

/** As many as a request's title may have. */
const MAX_LENGTH = 300;

/** Cuts, and takes out what is not shown: control characters, marks of direction, halves of pairs. */
export function cleanText(text: string | undefined): string {
  return (text ?? "").slice(0, 4 * MAX_LENGTH).toWellFormed()
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]/g, "")
    .replace(/[\s\p{Cc}]+/gu, " ").trim()
    .slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, "").trim();
}

/** What a file's path says of a song without tags. */
export function fromPath(path: string): { title: string; artist: string; album: string } {
  const folders = path.split("/");
  const name = folders.pop()!.replace(/\.\w+$/, "").replaceAll("_", " ");
  const parts = withoutNumber(name).split(/\s+[-–]\s+/);
  const title = parts.length > 1 ? parts.slice(1).join(" - ") : parts[0]!;
  const [album = "", artist = album] = folders.reverse();
  return {
    title: title || name,
    artist: parts.length > 1 ? parts[0]! : artist,
    album: folders.length > 1 || parts.length > 1 ? album : "",
  };
}

/** Takes the track's number off: '03 Gülümse', '3. Gülümse' and '1-03 - Gülümse', but not '99 Luftballons'. */
function withoutNumber(name: string): string {
  return name.trim().replace(/^(?:\d{1,2}-)?(?:\d{1,3}\s*[-–.)]\s*|0\d{1,2}\s+)(?=\S)/, "");
}
