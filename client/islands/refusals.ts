// What the server's refusals say in another language than its own: loaded by pages in such a language alone
// (docs/languages.md).
import { formFor } from "../../server/contract/languages/fill.ts";
import { sayWhen } from "../../server/contract/languages/say_when.ts";
import type { Foreign, GuestCode } from "../../server/contract/languages/language.ts";
import type { ApiError } from "../lib/http.ts";

/** What a page carries of its language for this script. */
export type SentRefusals = Pick<Foreign, "refusals" | "when">;

/** Their seconds are said. The sentences of the other codes that come with seconds say by themselves to try again. */
const RETRIED: readonly string[] = [
  "too_many_requests",
  "too_many_requests_here",
  "too_many_searches",
  "too_many_searches_here",
] satisfies GuestCode[];

/** Returns what says a refusal in the language `tag`. A code that guests do not meet reads as an unknown failure. */
export function refusalsIn(
  tag: string,
  { refusals, when }: SentRefusals,
): (error: Pick<ApiError, "code" | "values">) => string {
  const sentenceOf = (code: string): string =>
    refusals[code as keyof typeof refusals] ?? refusals.internal;
  return ({ code = "internal", values = {} }) => {
    const { seconds, ...named } = values;
    // A cafe of which no next opening is known.
    const text = named.opensAt === null ? refusals.requests_closed : sentenceOf(code);
    const said = fillNamed(text, named);
    return seconds !== undefined && RETRIED.includes(code)
      ? `${said} ${fillNamed(refusals.retry, { seconds })}`
      : said;
  };

  function fillNamed(text: string, values: Record<string, string | number | null>): string {
    const count = Object.values(values).find((value) => typeof value === "number") ?? 0;
    return formFor(tag, text, count).replace(/{(\w+)}/g, (_, name) => {
      const value = values[name] ?? "";
      return typeof value === "number"
        ? value.toLocaleString(tag)
        : sayWhen(tag, when, Date.parse(value), Date.now());
    });
  }
}
