// What a caller has seen: ids, tokens and cookies that the product itself gave, so that cases get past the checks.
import type { TestApp } from "../../support/start/test_app.ts";
import { hashToken, randomToken } from "../../../server/secrets.ts";
import { demoFetch } from "../../../server/music/spotify/calls.ts";
import { SCOPES } from "../../../server/music/demo/consent.ts";
import { answerConsent } from "../../support/people/consent.ts";

/** Of each kind so many are remembered. The newest push out the oldest. */
const MAX_EACH = 40;
/** Answers can repeat any name that nonsense has sent. */
const MAX_KINDS = 1000;
/** Of a list so many are looked at, the newest. */
const MAX_ITEMS = 8;

/** A parameter in the path of a route. */
export const PARAMETER = /:(\w+)(\{[^/]*\})?|\*/g;

/** Stands in a case for a word that is looked up when the case is sent. */
export class Known {
  constructor(readonly kind: string, readonly nth: number, readonly orElse = "nothing") {}
  toString() {
    return `known ${this.kind} ${this.nth}`;
  }
}

export type Words = ReturnType<typeof createWords>;

/** `paths` are the router's patterns: an address in an answer teaches the parameters of the patterns that it fits. */
export function createWords(paths: string[]) {
  const words = new Map<string, string[]>();
  const patterns = [...new Set(paths)].filter((path) => path.includes("/:")).map((path) => ({
    names: [...path.matchAll(PARAMETER)].map(([, name = "id"]) => name),
    shape: new RegExp(`^${path.replace(/\./g, "\\.").replace(PARAMETER, "([^/]+)")}$`),
  }));

  function learn(name: string, word: string): void {
    const kind = kindOf(name);
    if (word === "" || word.length > 2000) return;
    const known = words.get(kind) ?? [];
    if (known.length === 0 && words.size >= MAX_KINDS) return;
    words.set(kind, [...known.filter((each) => each !== word), word].slice(-MAX_EACH));
  }

  /** Learns from an address: parameters of its path and of its query. */
  function learnAddress(address: string): void {
    if (!URL.canParse(address, "http://any.test")) return;
    const { pathname, searchParams } = new URL(address, "http://any.test");
    for (const { names, shape } of patterns) {
      const values = shape.exec(pathname)?.slice(1) ?? [];
      values.forEach((value, i) => {
        for (const scope of ["", `${pathname.split("/")[2]} `]) {
          learn(scope + names[i]!, decoded(value));
        }
      });
    }
    for (const [name, value] of searchParams) learn(name, value);
    if (searchParams.size > 0) learn(`query of ${pathname}`, String(searchParams));
  }

  /** Learns every text of an answer by its key. `scope` is the part of the API that answered. */
  function learnJson(value: unknown, scope: string, key = ""): void {
    if (Array.isArray(value)) {
      for (const item of value.slice(-MAX_ITEMS)) learnJson(item, scope, key.replace(/s$/, ""));
    } else if (value !== null && typeof value === "object") {
      for (const [name, item] of Object.entries(value)) {
        const bare = name.replace(/^_/, "");
        if (bare === "id" && typeof item === "string") {
          for (const kind of [`${scope} id`, key, `${key}Id`]) learn(kind, item);
        }
        learnJson(item, scope, bare);
      }
    } else if (typeof value === "string") {
      learn(key, value);
      if (/^(https?:\/\/|\/)/.test(value)) learnAddress(value);
    }
  }

  return {
    learn,
    learnAddress,
    learnJson,
    /** The word that `known` stands for, counted from the newest. */
    wordFor({ kind, nth, orElse }: Known, scope = ""): string {
      const known = [`${scope} ${kind}`, kind, "id"].map((each) => words.get(kindOf(each)))
        .find((each) => each !== undefined) ?? [];
      return known.at(-1 - nth % Math.max(1, known.length)) ?? orElse;
    },
  };
}

/** The product says `deviceId`, and the music account `device_id`. */
function kindOf(name: string): string {
  return name.startsWith("query of") || name.startsWith("form of")
    ? name
    : name.toLowerCase().replaceAll("_", "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Learns from answers: cookies, addresses, every text of JSON, and what the forms of a page send.

/** Longer answers are files. */
const MAX_LENGTH = 100_000;

/** `text` is the body of the answer, and `address` the path and query that were asked. */
export function learn(response: Response, text: string, address: string, words: Words): void {
  for (const cookie of response.headers.getSetCookie()) {
    words.learn("cookie", cookie.split(";")[0]!);
  }
  words.learnAddress(response.headers.get("location") ?? "");
  words.learn("if-none-match", response.headers.get("etag") ?? "");
  if (text.length > MAX_LENGTH) return;
  if (response.headers.get("content-type")?.startsWith("application/json") && text !== "") {
    words.learnJson(JSON.parse(text), address.split(/[/?]/)[2] ?? "");
  }
  learnForms(text, address, words);
}

/** The forms of a page, and what its buttons send. */
function learnForms(page: string, address: string, words: Words): void {
  for (const [form] of page.matchAll(/<form .*?<\/form>/gs)) {
    const fields = [...form.matchAll(/name="([\w-]+)" value="([^"]*)"/g)];
    const sent = String(new URLSearchParams(fields.map(([, name, value]) => [name!, value!])));
    for (const [, action] of form.matchAll(/action="([^"]+)"/g)) {
      const { pathname } = new URL(action!, `http://any.test${address}`);
      words.learn(`form of ${pathname}`, sent);
      words.learnAddress(pathname);
    }
  }
}

// Takes the letters out of the outbox folder and learns the codes and links in them.

/** Each letter is read once, and removed so that the folder stays small. */
export async function readLetters({ deps }: TestApp, words: Words): Promise<void> {
  await deps.outbox.idle();
  const folder = `${deps.config.dataDir}/outbox`;
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".txt")) continue;
    const letter = await Deno.readTextFile(`${folder}/${name}`);
    await Deno.remove(`${folder}/${name}`);
    for (const [code] of letter.matchAll(/\b\d{6}\b/g)) words.learn("verificationCode", code);
    for (const [link] of letter.matchAll(/https?:\/\/\S+/g)) words.learnAddress(link);
    const [, to] = /^Kime: (\S+)$/m.exec(letter) ?? [];
    words.learn("email", to ?? "");
  }
}

// An access token of the demo music account, got as an application gets it.

export async function listenerToken({ deps: { config, demoAccount } }: TestApp): Promise<string> {
  const { clientId, clientSecret, accountsUrl } = config.spotify;
  const fetch = demoFetch(demoAccount!, accountsUrl);
  const client = { client_id: clientId, redirect_uri: `${config.appOrigin}/api/spotify/callback` };
  const verifier = randomToken();
  const query = new URLSearchParams({
    ...client,
    response_type: "code",
    scope: Object.keys(SCOPES).join(" "),
    code_challenge_method: "S256",
    code_challenge: await hashToken(verifier),
  });
  const { location } = await answerConsent(`${accountsUrl}/authorize?${query}`, { fetch });
  const answer = await fetch(`${accountsUrl}/api/token`, {
    method: "POST",
    body: new URLSearchParams({
      ...client,
      client_secret: clientSecret,
      grant_type: "authorization_code",
      code: new URL(location).searchParams.get("code")!,
      code_verifier: verifier,
    }),
  });
  return (await answer.json()).access_token;
}
