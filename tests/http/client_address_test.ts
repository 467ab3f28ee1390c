import { strict as assert } from "node:assert";
import { Hono } from "hono";
import { clientAddress } from "../../server/http/caller.ts";

/** Returns the client address of a request from `socket` with this X-Forwarded-For. */
async function addressOf(socket: string | undefined, hops: number, forwarded?: string) {
  const app = new Hono().get("/", (c) => c.text(clientAddress(c, hops)));
  const headers = forwarded === undefined ? undefined : { "x-forwarded-for": forwarded };
  const remoteAddr = { transport: "tcp", hostname: socket, port: 5000 };
  return await (await app.request("/", { headers }, socket ? { remoteAddr } : undefined)).text();
}

const CASES: [what: string, socket: string, hops: number, forwarded: string | undefined, string][] =
  [
    ["the socket's, without proxies", "203.0.113.7", 0, undefined, "203.0.113.7"],
    ["the socket's, where nobody is trusted", "203.0.113.7", 0, "1.2.3.4", "203.0.113.7"],
    ["the last entry, behind one proxy", "10.0.0.1", 1, "1.2.3.4, 203.0.113.7", "203.0.113.7"],
    ["the last but one, behind two", "10.0.0.1", 2, "6.6.6.6,203.0.113.7,10.0.0.2", "203.0.113.7"],
    ["the first, where there are fewer than hops", "10.0.0.1", 3, "203.0.113.7", "203.0.113.7"],
    ["the socket's, where the proxy wrote none", "10.0.0.1", 1, undefined, "10.0.0.1"],
    ["the socket's, where the header is empty", "10.0.0.1", 1, " ", "10.0.0.1"],
    ["an entry without its port", "10.0.0.1", 1, "203.0.113.7:4711", "203.0.113.7"],
    ["an IPv6 entry by its /56", "10.0.0.1", 1, "[2001:db8:1:2ff::9]:4711", "20010db8000102"],
    ["an IPv6 socket by its /56", "2001:db8:1:201::1", 0, undefined, "20010db8000102"],
    ["a zone's address without its zone", "fe80::1%eth0", 0, undefined, "fe800000000000"],
    ["IPv4 in IPv6 as IPv4", "::ffff:203.0.113.7", 0, undefined, "203.0.113.7"],
    ["IPv4 in IPv6 written in hex as IPv4", "::ffff:cb00:7107", 0, undefined, "203.0.113.7"],
  ];

for (const [what, socket, hops, forwarded, expected] of CASES) {
  Deno.test(`the client's address is ${what}`, async () => {
    assert.equal(await addressOf(socket, hops, forwarded), expected);
  });
}

Deno.test("all IPv6 addresses of a /56 count as one, and those of the next /56 as another", async () => {
  const first = await addressOf("2001:db8:1:200::1", 0);
  assert.equal(await addressOf("2001:0DB8:0001:02ff:ffff::1", 0), first);
  assert.notEqual(await addressOf("2001:db8:1:300::1", 0), first);
});

Deno.test("the address of a call without a socket, and of a very long entry, is short", async () => {
  assert.equal(await addressOf(undefined, 0), "unknown");
  assert.ok((await addressOf("10.0.0.1", 1, "x:".repeat(5000))).length <= 64);
});
