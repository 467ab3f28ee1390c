// What a caller has seen: ids, tokens and cookies that the product itself gave, so that cases get past the checks.

import { PARAMETER } from "./route_walk.ts";

/** Of each kind so many are remembered. The newest push out the oldest. */
const MAX_EACH = 40;
/** Answers can repeat any name that nonsense has sent. */
const MAX_KINDS = 1000;
/** Of a list so many are looked at, the newest. */
const MAX_ITEMS = 8;

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
