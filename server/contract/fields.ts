// Text that people type: a line, a name, a song's, a code of the second factor.
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

/** Marks of direction and what stands for broken text. They are not shown, and some turn the text around them. */
const UNSEEN = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]/g;

/**
 * The text on one line: blanks, line breaks and controls in a row become one blank; marks of direction and halves of pairs are
 * left out.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, "").replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** The most letters of a title or an artist. */
const MAX_SONG_TEXT = 300;

/** A title or an artist of a tag or a music service, on one line and cut to what a request may have. */
export function songText(text: string): string {
  return oneLine(text.slice(0, 4 * MAX_SONG_TEXT))
    .slice(0, MAX_SONG_TEXT).replace(/[\uD800-\uDBFF]$/, "").trim();
}

/**
 * A title or an artist, from a guest, a list or a music service: written on one line, of which something is seen, and shown
 * beside others' in lists, letters and tables.
 */
export const SongText = z.pipe(
  z.pipe(z.string(), z.transform(oneLine)),
  z.string().check(z.maxLength(MAX_SONG_TEXT), z.regex(/[^\p{C}\p{Z}]/u)),
);

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
