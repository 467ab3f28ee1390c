// A code that proves the second factor, as it is typed.
import * as z from "zod/mini";

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
