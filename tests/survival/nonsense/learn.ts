// Learns from answers: cookies, addresses, every text of JSON, and what the forms of a page send.
import type { Words } from "./known_words.ts";

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
