// Finds the client's address (docs/http.md#addresses).
import type { Context } from "hono";
import { getConnInfo } from "hono/deno";

/** An entry of X-Forwarded-For may be any text. As a key of limits it has to be short. */
const MAX_CHARS = 64;

/**
 * The client's address, for limits. Only the last `trustedHops` entries of `X-Forwarded-For` were written by our
 * proxies; the client can forge the others. An IPv6 address is cut to its /56, the smallest network that a provider
 * gives to a household (RIPE-690).
 */
export function clientAddress(c: Context, trustedHops: number): string {
  return network(forwardedFor(c, trustedHops) ?? socketAddress(c)).slice(0, MAX_CHARS);
}

function forwardedFor(c: Context, trustedHops: number): string | undefined {
  if (trustedHops === 0) return;
  const entries = (c.req.header("x-forwarded-for") ?? "").split(",").map((s) => s.trim());
  const entry = entries.at(-trustedHops) || entries[0] || undefined;
  // Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
  return entry?.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
}

function socketAddress(c: Context): string {
  // A request that was made in the process has no address.
  return c.env?.remoteAddr ? getConnInfo(c).remote.address ?? "unknown" : "unknown";
}

function network(address: string): string {
  if (!address.includes(":")) return address;
  const url = `http://[${address.replace(/%.*/, "")}]`;
  if (!URL.canParse(url)) return address;
  const digits = expand(new URL(url).hostname.slice(1, -1));
  return mappedIpv4(digits) ?? digits.slice(0, 14);
}

/** The address in full, without colons: 32 hexadecimal digits. The first 14 are the /56. */
function expand(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = (s: string) => s.split(":").filter(Boolean).map((g) => g.padStart(4, "0"));
  const left = groups(head);
  const right = groups(tail ?? "");
  return [...left, ...Array(8 - left.length - right.length).fill("0000"), ...right].join("");
}

/** The IPv4 address in `::ffff:0:0/96` (RFC 4291, 2.5.5.2), which is how a dual-stack socket shows it. */
function mappedIpv4(digits: string): string | undefined {
  const bytes = digits.match(/^0{20}ffff(..)(..)(..)(..)$/)?.slice(1);
  return bytes?.map((byte) => parseInt(byte, 16)).join(".");
}
