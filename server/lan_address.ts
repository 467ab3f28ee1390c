// The address by which phones in the cafe's network reach this machine.
import { isPrivate } from "./addresses.ts";
import { outgoingAddress } from "./outgoing_address.ts";

type Interface = Pick<Deno.NetworkInterfaceInfo, "name" | "family" | "address">;

/** What the machine is asked; tests pass their own. */
export interface LanAddressParts {
  interfaces?: () => Interface[];
  outgoing?: () => Promise<string | undefined>;
  /** A time in ms that never goes back: a computer without a battery sets its clock after the start. */
  now?: () => number;
}

/** Looking at the interfaces takes 60 µs, too long for each page. */
const REMEMBERED_MS = 3_000;
const ROUTE_REMEMBERED_MS = 60_000;
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
