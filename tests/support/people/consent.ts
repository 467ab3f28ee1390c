// Answers the demo account's consent page as a person's browser would.
import { strict as assert } from "node:assert";

export interface ConsentOptions {
  decision?: "allow" | "deny";
  /** How the account is reached: a socket by default. */
  fetch?: typeof fetch;
  /** The listener's cookie from an earlier consent: the same person in the same browser. */
  cookie?: string;
}

/** Opens `authorizeUrl` and decides. Returns the address that the browser is sent to, and its cookie. */
export async function answerConsent(
  authorizeUrl: string | URL,
  { decision = "allow", fetch = globalThis.fetch, cookie }: ConsentOptions = {},
): Promise<{ location: string; cookie: string }> {
  const page = await fetch(authorizeUrl, { headers: cookie ? { cookie } : {} });
  assert.equal(page.status, 200, `the consent page answers ${page.status}: ${authorizeUrl}`);
  const [, question] = /name="question" value="([^"]+)"/.exec(await page.text()) ?? [];
  const listener = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  const answer = await fetch(new URL("authorize", authorizeUrl), {
    method: "POST",
    redirect: "manual",
    headers: { cookie: listener },
    body: new URLSearchParams({ question: question!, decision }),
  });
  await answer.body?.cancel();
  assert.equal(answer.status, 303);
  return { location: answer.headers.get("location")!, cookie: listener };
}
