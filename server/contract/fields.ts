// Text that people type: a line, a name, a code of the second factor.
import * as z from "zod/mini";

/** Controls, line breaks, lone surrogates and bidirectional overrides (Unicode TR36 section 2.5). */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Text of one line, which may be empty. The length is counted in characters, not in UTF-16 code units. */
export function line(max: number) {
  return z.string().check(
    z.trim(),
    z.refine((s) => !NOT_IN_A_LINE.test(s) && [...s].length <= max),
  );
}

/** One line with at least one visible character. */
export function visibleLine(max: number) {
  return line(max).check(z.refine((s) => /[^\p{C}\p{Z}]/u.test(s)));
}

// A code that proves the second factor, as it is typed.

/** More than people type around the ten characters of a recovery code. */
const MAX_LENGTH = 40;

/** Six digits of an app, or a recovery code. Blanks and hyphens are dropped; the case does not matter. */
export const SecondFactorCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(MAX_LENGTH)),
    z.transform((s: string) => s.replace(/[\s-]/g, "").toUpperCase()),
  ),
  z.string().check(z.minLength(1)),
);
