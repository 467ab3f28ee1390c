// Passwords that everybody tries first.

/** The product's own name, as people type it. */
const PRODUCT = ["sıradaki", "siradaki"];

let popular: Promise<Set<string>> | undefined;

/**
 * Whether `password` (NFC) is a very common one (ASVS 5.0, 6.2.4), or one of the words that anybody would try
 * for this very account: `own`, such as its e-mail and the cafe's name (6.2.11). Case does not matter.
 */
export async function isCommonPassword(password: string, own: string[] = []): Promise<boolean> {
  const lower = password.toLowerCase();
  const words = [...PRODUCT, ...own.flatMap((word) => [word, word.split("@")[0]!])];
  if (words.some((word) => word.normalize("NFC").toLowerCase() === lower)) return true;
  popular ??= loadPopular();
  return (await popular).has(lower);
}

// Some 30 000 words: unpacked when first needed, so that they slow no start.
async function loadPopular(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map((word) => word.toLowerCase()));
}
