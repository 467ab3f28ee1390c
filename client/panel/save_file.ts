// Saves a file that this page has made or fetched.

/** How long the object URL is kept, so that slow phones can read the whole file. */
const URL_LIFETIME_MS = 60_000;

/** Downloads `content` as a file named `name`. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
}
