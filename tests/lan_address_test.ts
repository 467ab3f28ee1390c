import { strict as assert } from "node:assert";
import { createLanAddress, outgoingAddress } from "../server/lan_address.ts";

type Interface = Pick<Deno.NetworkInterfaceInfo, "name" | "family" | "address">;

const LOOPBACK = ipv4("lo", "127.0.0.1");
const ETHERNET = ipv4("eth0", "192.168.1.20");
const WIRELESS = ipv4("wlan0", "10.0.0.7");
const DOCKER = ipv4("docker0", "172.17.0.1");

for (
  const [name, address] of [
    ["docker0", "172.17.0.1"],
    ["br-4f1c", "172.18.0.1"],
    ["veth12ab", "10.1.0.1"],
    ["virbr0", "192.168.122.1"],
    ["tun0", "10.8.0.2"],
    ["utun3", "10.8.0.2"],
    ["tap0", "10.8.0.2"],
    ["wg0", "10.13.13.2"],
    ["tailscale0", "10.64.0.9"],
    ["vEthernet (WSL)", "172.28.0.1"],
  ] as const
) {
  Deno.test(`the address is the network card's, not that of ${name}`, async () => {
    const lanAddress = createLanAddress({
      interfaces: () => [LOOPBACK, ipv4(name, address), ETHERNET],
      outgoing: () => Promise.resolve(address),
    });
    assert.equal(await lanAddress(), "192.168.1.20");
  });
}

Deno.test("of two network cards the address is that of the one that leads out", async () => {
  for (const out of [ETHERNET, WIRELESS]) {
    const lanAddress = createLanAddress({
      interfaces: () => [LOOPBACK, DOCKER, ETHERNET, WIRELESS],
      outgoing: () => Promise.resolve(out.address),
    });
    assert.equal(await lanAddress(), out.address);
  }
});

Deno.test("if no network card leads out, the address is the first one's", async () => {
  for (const out of [undefined, "203.0.113.9", "10.8.0.2"]) {
    const lanAddress = createLanAddress({
      interfaces: () => [LOOPBACK, ipv4("tun0", "10.8.0.2"), ETHERNET, WIRELESS],
      outgoing: () => Promise.resolve(out),
    });
    assert.equal(await lanAddress(), "192.168.1.20");
  }
});

Deno.test("a virtual interface gives the address only if it leads out and no network card has one", async () => {
  const of = (out?: string) =>
    createLanAddress({
      interfaces: () => [LOOPBACK, DOCKER, ipv4("vEthernet (External)", "192.168.1.30")],
      outgoing: () => Promise.resolve(out),
    })();
  assert.equal(await of("192.168.1.30"), "192.168.1.30");
  assert.equal(await of(), undefined);
});

Deno.test("there is no address without a private IPv4 one, and nothing is asked", async () => {
  const outgoing = () => Promise.reject(new Error("was asked"));
  const publicly = [LOOPBACK, ipv4("eth0", "203.0.113.5"), ipv4("eth1", "169.254.3.4"), {
    ...ETHERNET,
    family: "IPv6" as const,
    address: "fd00::2",
  }];
  assert.equal(await createLanAddress({ interfaces: () => publicly, outgoing })(), undefined);
  const unavailable = () => {
    throw new Deno.errors.NotSupported("no interfaces here");
  };
  assert.equal(await createLanAddress({ interfaces: unavailable, outgoing })(), undefined);
});

Deno.test("the address follows the network within three seconds, and is not looked up more often", async () => {
  let up: Interface[] = [LOOPBACK];
  let looks = 0;
  let nowMs = 1_000;
  const lanAddress = createLanAddress({
    interfaces: () => (looks++, up),
    outgoing: () => Promise.resolve(undefined),
    now: () => nowMs,
  });
  assert.equal(await lanAddress(), undefined);
  up = [LOOPBACK, ETHERNET];
  nowMs += 2_999;
  assert.deepEqual([await lanAddress(), looks], [undefined, 1]);
  nowMs += 1;
  assert.deepEqual([await lanAddress(), await lanAddress(), looks], [
    "192.168.1.20",
    "192.168.1.20",
    2,
  ]);
});

Deno.test("which card leads out is asked only if there are several, once a minute or when addresses change", async () => {
  let up = [ETHERNET];
  let asked = 0;
  let nowMs = 0;
  const lanAddress = createLanAddress({
    interfaces: () => up,
    outgoing: () => Promise.resolve((asked++, WIRELESS.address)),
    now: () => nowMs,
  });
  const after = async (ms: number) => {
    nowMs += ms;
    return [await lanAddress(), asked];
  };
  assert.deepEqual(await after(0), ["192.168.1.20", 0]);
  up = [ETHERNET, WIRELESS];
  assert.deepEqual(await after(3_000), ["10.0.0.7", 1]);
  assert.deepEqual(await after(56_999), ["10.0.0.7", 1]);
  assert.deepEqual(await after(3_001), ["10.0.0.7", 2]);
  up = [WIRELESS, ETHERNET, ipv4("eth1", "192.168.5.5")];
  assert.deepEqual(await after(3_000), ["10.0.0.7", 3]);
});

Deno.test("the address that leads out of this machine is one of its own, or there is none", async () => {
  const own = Deno.networkInterfaces().map(({ address }) => address);
  const address = await outgoingAddress();
  assert.ok(address === undefined || own.includes(address), `it is ${address}`);
});

function ipv4(name: string, address: string): Interface {
  return { name, family: "IPv4", address };
}
