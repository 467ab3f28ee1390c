// What a file's path says of a song without tags (docs/library.md#tags). Pure.

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
