// Hands a file that was made or fetched here to the browser's downloads.

/** Long enough for the slowest phone to have taken the file. */
const KEPT_MS = 60_000;

/** Saves `content` under `name`. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
