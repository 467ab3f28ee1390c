// Calls the demo account without a socket, because a server may not be able to reach its own address.
import type { Hono } from "hono";

/** A `fetch` that reaches the demo account at `baseUrl` and no other address. */
export function demoFetch(account: Hono, baseUrl: string): typeof fetch {
  const base = new URL(baseUrl);
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.origin !== base.origin || !url.pathname.startsWith(`${base.pathname}/`)) {
      throw new TypeError(`Cannot fetch ${url.origin}: only the demo music account is in reach`);
    }
    url.pathname = url.pathname.slice(base.pathname.length);
    request.signal.throwIfAborted();
    return await account.fetch(new Request(url, request));
  };
}
