// The person behind a call, as the database knows the login at the time of the call, and what Hono's context carries.
import type { LoginAccess, ROLES_BY_ACCESS } from "../contract/access.ts";
import type { ErrorCode } from "../contract/error_codes.ts";
import type { Context } from "hono";
import { getConnInfo } from "hono/deno";

export interface AppEnv {
  Variables: {
    /** Made when it is first needed (access_log.ts). */
    requestId?: string;
    /** The hash of the one inline style that the page has: `sha256-…`. */
    styleHash?: string;
    /** Who calls, once the login is confirmed. */
    caller?: Caller;
    /** Why the answer is a refusal, and whom it concerns if that is known, for the log. */
    refusal?: { code: ErrorCode; accountId?: string; role?: Caller["role"] };
  };
}

interface Login {
  /** The person who calls. */
  accountId: string;
  sessionId: string;
}

/** One who speaks for a cafe. */
interface AtCafe extends Login {
  /** The cafe that the call is about. */
  ownerId: string;
}

export interface OwnerCaller extends AtCafe {
  role: "owner";
}

export interface StaffCaller extends AtCafe {
  role: "staff";
}

/** An admin has no cafe. */
export interface AdminCaller extends Login {
  role: "admin";
}

/** A person who belongs to no team any more. */
export interface CafelessCaller extends Login {
  role: "cafeless";
}

export type Caller = OwnerCaller | StaffCaller | AdminCaller | CafelessCaller;

/** The callers that `A` admits: those of "login" have no `ownerId` until their role is known. */
export type CallerWith<A extends LoginAccess> = Extract<
  Caller,
  { role: (typeof ROLES_BY_ACCESS)[A][number] }
>;

// Finds the client's address (docs/http.md#addresses).

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
