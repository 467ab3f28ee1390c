// Guests of a server: the cookies that it gives out with a cafe's page.
import type { Server } from "./server.ts";

/** Opens the page as `count` new guests; returns their Cookie headers. */
export async function newGuests(server: Server, cafeId: string, count: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let i = 0; i < count; i++) {
    const page = await fetch(`http://127.0.0.1:${server.port}/cafe/${cafeId}`);
    await page.body?.cancel();
    cookies.push(page.headers.getSetCookie()[0]!.split(";")[0]!);
  }
  return cookies;
}
