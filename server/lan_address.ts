// The address by which phones in the cafe's network reach this machine.
import type { Socket } from "node:dgram";
import type { Config } from "./config.ts";
import { MINUTE_MS } from "./contract/clock.ts";
import { waitAtMost } from "./timer.ts";
import { isPrivate } from "./environment.ts";

/** The group of all hosts in a network. Every machine is in it without saying so, and no router passes it on. */
const ALL_HOSTS = "224.0.0.1";
/** It takes a millisecond, unless a firewall drops it. */
const TIMEOUT_MS = 250;

/**
 * The IPv4 address from which the system sends what is for no network in particular, or undefined if it has no route or
 * does not say. An empty datagram that this machine also sends to itself tells it by its sender: in Deno 2.9 a UDP
 * socket that is connected does not know its own address.
 */
export async function outgoingAddress(): Promise<string | undefined> {
  try {
    const { createSocket } = await import("node:dgram");
    const socket = createSocket("udp4");
    try {
      return await waitAtMost(TIMEOUT_MS, senderOfOwn(socket), () => new Error("No answer"));
    } finally {
      await new Promise<void>((resolve) => socket.close(resolve));
    }
  } catch {
    return undefined;
  }
}

function senderOfOwn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (_, sender) => resolve(sender.address));
    socket.bind(0, () => {
      try {
        socket.addMembership(ALL_HOSTS);
        socket.send("", socket.address().port, ALL_HOSTS, (error) => error && reject(error));
      } catch (error) {
        reject(error);
      }
    });
  });
}

type Interface = Pick<Deno.NetworkInterfaceInfo, "name" | "family" | "address">;

/** What the machine is asked; tests pass their own. */
interface LanAddressParts {
  interfaces?: () => Interface[];
  outgoing?: () => Promise<string | undefined>;
  /** A time in ms that never goes back: a computer without a battery sets its clock after the start. */
  now?: () => number;
}

/** Looking at the interfaces takes 60 µs, too long for each page. */
const REMEMBERED_MS = 3_000;
const ROUTE_REMEMBERED_MS = MINUTE_MS;
/** Interfaces of containers, virtual machines and VPNs (`vEthernet` on Windows, `utun` on a Mac). */
const VIRTUAL = /^(docker|podman|br-|veth|virbr|vmnet|vboxnet|u?tun|tap|wg|tailscale|zt)/i;

/**
 * Returns a function that resolves to a private IPv4 address, or to undefined if there is none. It looks again after some
 * seconds, because the network may come up, or change, after the start.
 */
export function createLanAddress(
  {
    interfaces = Deno.networkInterfaces,
    outgoing = outgoingAddress,
    now = () => performance.now(),
  }: LanAddressParts = {},
): () => Promise<string | undefined> {
  const route = rememberedRoute(outgoing, now);
  let lookedAt = -Infinity;
  let address: Promise<string | undefined> = Promise.resolve(undefined);

  async function look(): Promise<string | undefined> {
    const candidates = privateOnes(interfaces);
    const cards = candidates.filter(({ name }) => !VIRTUAL.test(name));
    if (cards.length === 1 || candidates.length === 0) return cards[0]?.address;
    const out = await route(candidates);
    const leadsOut = (all: Interface[]) => all.find(({ address }) => address === out)?.address;
    return leadsOut(cards) ?? cards[0]?.address ?? leadsOut(candidates);
  }

  return () => {
    if (now() - lookedAt >= REMEMBERED_MS) {
      lookedAt = now();
      address = look();
    }
    return address;
  };
}

function privateOnes(interfaces: () => Interface[]): Interface[] {
  try {
    return interfaces().filter(({ family, address }) => family === "IPv4" && isPrivate(address));
  } catch {
    return []; // Deno Deploy has no network interfaces.
  }
}

/** Asks again when the addresses have changed, and at the latest after a minute. */
function rememberedRoute(outgoing: () => Promise<string | undefined>, now: () => number) {
  let askedAt = -Infinity;
  let askedFor = "";
  let answer: Promise<string | undefined> = Promise.resolve(undefined);
  return (candidates: Interface[]) => {
    const addresses = candidates.map(({ address }) => address).join();
    if (addresses !== askedFor || now() - askedAt >= ROUTE_REMEMBERED_MS) {
      [askedAt, askedFor] = [now(), addresses];
      answer = outgoing();
    }
    return answer;
  };
}

// Where guests reach the product: for QR codes, the share link and link previews.

/**
 * Returns a function that resolves to the origin, as it is now. Without a configured one it is this machine's address in
 * the local network, or `appOrigin` as long as it has none there.
 */
export function createGuestOrigin(
  { appOrigin, guestOrigin, port }: Pick<Config, "appOrigin" | "guestOrigin" | "port">,
  lanAddress: () => Promise<string | undefined> = createLanAddress(),
): () => Promise<string> {
  if (guestOrigin !== undefined) {
    const configured = Promise.resolve(guestOrigin);
    return () => configured;
  }
  return async () => {
    const lan = await lanAddress();
    return lan ? `http://${lan}:${port}` : appOrigin;
  };
}
