// The token of a link in a letter.
import { randomToken } from "../secrets.ts";

/** A random token without six digits in a row, which mail programs would offer as a code. */
export function randomLinkToken(): string {
  for (;;) {
    const token = randomToken();
    if (!/\d{6}/.test(token)) return token;
  }
}
