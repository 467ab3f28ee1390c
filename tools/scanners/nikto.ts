// Nikto, which asks for thousands of addresses at which sites have left what they should not.
import { runTool } from "./debian_tool.ts";

const MAX_S = 240;

/** What is no fault here. */
const NO_FAULT: [message: RegExp, why: string][] = [
  [/^Uncommon header '/, "headers that it does not know are those of docs/http.md#headers"],
  [/^Allowed HTTP Methods: GET, HEAD $/, "pages can be read, and nothing else"],
  [/^File\/dir '\/(panel|admin)\/' in robots\.txt /, "the panel is there, and asks for a login"],
  [/^"robots\.txt" contains 3 entries/, "robots.txt keeps searches out, and hides nothing"],
];

/** Scans a site for what `tuning` names, by default for everything. Returns what it found, without what is no fault here. */
export async function niktoFindings(
  origin: string,
  workDir: string,
  tuning?: string,
): Promise<string[]> {
  const { hostname, port } = new URL(origin);
  const file = `${workDir}/nikto.csv`;
  await runTool("nikto", [
    ...["-host", hostname, "-port", port, "-nossl", "-ask", "no", "-maxtime", `${MAX_S}s`],
    ...["-Format", "csv", "-output", file],
    ...(tuning === undefined ? [] : ["-Tuning", tuning]),
  ], workDir);
  // The last column is the message, in which a quote has a backslash.
  return (await Deno.readTextFile(file)).split("\n")
    .flatMap((line) => /"([^"\\]*(?:\\.[^"\\]*)*)"$/.exec(line)?.[1] ?? [])
    .map((message) => message.replaceAll('\\"', '"'))
    .filter((message) => message !== "" && !message.startsWith("Nikto - "))
    .filter((message) => !NO_FAULT.some(([text]) => text.test(message)));
}
