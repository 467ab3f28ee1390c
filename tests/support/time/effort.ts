// How much a test repeats: enough to trust on every change, or the long form (`deno task test:long` and `deno task survival`).

/** Whether this is the long form. */
export const LONG = Deno.env.get("SURVIVAL") === "1";

/** `long` rounds in the long form, else `quick`. */
export function rounds(quick: number, long: number): number {
  return LONG ? long : quick;
}
