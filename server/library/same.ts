// Whether two looks at the folder found the same. Pure.
import { isUnchanged } from "./compare.ts";
import type { Found } from "./walk.ts";

/** Then nothing has to be compared with what is known of the files. */
export function isSame(before: Found, now: Found): boolean {
  return before.files.size === now.files.size && before.covered.size === now.covered.size &&
    before.unreadable.length === now.unreadable.length &&
    [...now.covered].every((folder) => before.covered.has(folder)) &&
    now.files.values().every((file) => {
      const known = before.files.get(file.path);
      return known !== undefined && isUnchanged(known, file);
    });
}
