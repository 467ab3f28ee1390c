import { strict as assert } from "node:assert";
import { type Reach, reachOf } from "../../../../client/panel/share/ReachNotice.tsx";

/** The origins of links, by where they can be opened. */
const ORIGINS: Record<Reach, string[]> = {
  computer: [
    "http://127.0.0.1:8000",
    "http://127.8.9.10",
    "http://2130706433",
    "http://0.0.0.0:8000",
    "http://localhost:8000",
    "http://LOCALHOST.:8000",
    "http://siradaki.localhost",
    "http://[::1]:8000",
    "http://[::]",
    "http://[::ffff:127.0.0.1]",
  ],
  address: [
    "http://10.0.0.5",
    "http://172.16.0.1",
    "http://172.31.255.255",
    "http://192.168.1.20:8000",
    "https://192.168.1.20",
    "http://169.254.10.1",
    "http://100.64.0.1",
    "http://100.127.0.1",
    "http://[fd12:3456::1]:8000",
    "http://[fc00::1]",
    "http://[fe80::1]",
    "http://[febf::1]",
    "http://[::ffff:192.168.1.20]",
  ],
  name: [
    "http://siradaki.local:8000",
    "http://kafe-bilgisayari",
    "http://kasa.lan",
    "http://kasa.home",
    "http://kasa.home.arpa.",
    "http://kasa.fritz.internal",
  ],
  internet: [
    "https://siradaki.example",
    "https://istek.kahveduragi.com.tr:8443",
    "http://8.8.8.8",
    "http://172.15.0.1",
    "http://172.32.0.1",
    "http://192.169.1.1",
    "http://100.63.0.1",
    "http://100.128.0.1",
    "http://11.0.0.1",
    "http://[2001:db8::1]",
    "http://[fec::1]",
    "http://[ff::1]",
    "http://[::ffff:8.8.8.8]",
    "https://127.kafe.example",
    "https://local.example.com",
    "https://localhost.example.com",
  ],
};

for (const [reach, origins] of Object.entries(ORIGINS)) {
  for (const origin of origins) {
    Deno.test(`a link to ${origin} can be opened by: ${reach}`, () => {
      assert.equal(reachOf(`${origin}/cafe/01M813MTCWJZCBMXZM3NMVWZYX`), reach);
    });
  }
}
