// Wapiti, which crawls a site and attacks what it finds.
import { runTool } from "./debian_tool.ts";

export interface WapitiFinding {
  category: string;
  path: string;
  info: string;
}

/** Those that need nothing from the internet, which `wapp`, `nikto`, `ssrf` and `xxe` do. */
const MODULES = [
  ...["backup", "blindsql", "cookieflags", "crlf", "csp", "csrf", "exec", "file", "htaccess"],
  ...["http_headers", "methods", "permanentxss", "redirect", "shellshock", "sql", "xss"],
];
const MAX_CRAWL_S = 60;
/** For each module. */
const MAX_ATTACK_S = 10;

/** What is no fault here. The first two hold for a site without TLS, which this one is while it is scanned. */
const NO_FAULT: [info: RegExp, why: string][] = [
  [/^Strict-Transport-Security is not set/, "sent with https alone (docs/http.md#headers)"],
  [/^Secure flag is not set/, "set with https alone (docs/accounts.md#cookies)"],
  [/^X-XSS-Protection is not set/, "no browser has that filter any more"],
];

/** Scans from each of the addresses. Returns what it found, without what is no fault here. */
export async function wapitiFindings(
  [first = "", ...others]: string[],
  workDir: string,
): Promise<WapitiFinding[]> {
  const file = `${workDir}/wapiti.json`;
  await runTool("wapiti", [
    ...["-u", first, ...others.flatMap((address) => ["-s", address])],
    ...["--scope", "domain", "-m", MODULES.join(","), "-f", "json", "-o", file],
    ...["--max-scan-time", `${MAX_CRAWL_S}`, "--max-attack-time", `${MAX_ATTACK_S}`, "-t", "5"],
    ...["--store-session", `${workDir}/wapiti`, "--flush-session", "--no-bugreport"],
  ], workDir);
  const { vulnerabilities, anomalies }: Report = JSON.parse(await Deno.readTextFile(file));
  return [vulnerabilities, anomalies].flatMap((kind) =>
    Object.entries(kind).flatMap(([category, found]) =>
      found.map(({ path, info }) => ({ category, path, info }))
    )
  ).filter(({ info }) => !NO_FAULT.some(([text]) => text.test(info)));
}

type Found = Record<string, { path: string; info: string }[]>;

interface Report {
  vulnerabilities: Found;
  anomalies: Found;
}
