// Takes what a screen shows out of the page: into a file, or to the clipboard.
import { MINUTE_MS } from "../../server/contract/clock.ts";

/** How long the object URL is kept, so that slow phones can read the whole file. */
const URL_LIFETIME_MS = MINUTE_MS;

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
}

// Copies to the clipboard, also over plain http, where `navigator.clipboard` does not exist.

/** Copies `text`. Resolves to whether that succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Selects the text in a hidden field and copies the selection. The focus returns to where it was. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
