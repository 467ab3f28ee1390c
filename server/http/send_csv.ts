// Sends a table as a file for a spreadsheet, named after its content and the day on which it was made.
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { isoDate, istanbulDate } from "../payouts/istanbul_time.ts";
import type { AppEnv } from "./caller.ts";

/** The file is called 'siradaki-{name}-2026-11-20.csv'. */
export function sendCsv(
  { answers, now }: Pick<Deps, "answers" | "now">,
  c: Context<AppEnv>,
  name: string,
  text: string,
): Response {
  const day = isoDate(istanbulDate(now()));
  return answers.send(c, text, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="siradaki-${name}-${day}.csv"`,
  });
}
