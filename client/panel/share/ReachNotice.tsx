// Warns before printing that the link on the cards may lead nowhere.
import { Notice } from "../../components/Notice.tsx";

function AddressNotice({ address }: { address: string }) {
  return (
    <Notice
      text="Modem bu adresi değiştirirse kodlar çalışmaz."
      detail="Kartları yazdırmadan önce modemde, Sıradaki'nin çalıştığı bilgisayara sabit adres verin."
    >
      <details className="reach-steps">
        <summary>Nasıl yapılır?</summary>
        <ol>
          <li>
            Modemin ayar sayfasını açın. Adresi ve şifresi çoğunlukla modemin altındaki etikettedir.
          </li>
          <li>
            "DHCP" ya da "Yerel ağ" bölümünde "adres ayırma" (DHCP reservation) ayarını bulun.
          </li>
          <li>Bilgisayarı seçin, ona {address} adresini verin ve kaydedin.</li>
        </ol>
        <p>Resimli anlatımı kurulum kılavuzunda, "Modemde sabit adres" bölümündedir.</p>
      </details>
    </Notice>
  );
}

/**
 * - `computer`: only on the computer that serves it
 * - `address`: in the local network, by an address that the network's router may change
 * - `name`: in the local network, by a name that not every phone can look up
 * - `internet`: everywhere
 */
export type Reach = "computer" | "address" | "name" | "internet";

/** Names that no public name server answers (RFC 6761, 6762, 8375), and some that routers give. */
const LOCAL_NAME = /(^[^.]+|\.(local|lan|home|home\.arpa|internal|localdomain))$/;

export function reachOf(url: string): Reach {
  const host = new URL(url).hostname.replace(/\.$/, "");
  const ipv4 = ipv4Of(host);
  if (ipv4) return reachOfIpv4(ipv4);
  if (host.startsWith("[")) return reachOfIpv6(host.slice(1, -1));
  if (/(^|\.)localhost$/.test(host)) return "computer";
  return LOCAL_NAME.test(host) ? "name" : "internet";
}

/** The first two numbers of an IPv4 address, which may be mapped into IPv6 (RFC 4291, 2.5.5.2). */
function ipv4Of(host: string): [number, number] | undefined {
  const [, a, b] = host.match(/^(\d+)\.(\d+)\.\d+\.\d+$/) ?? [];
  if (a && b) return [Number(a), Number(b)];
  const [, mapped] = host.match(/^\[::ffff:([\da-f]+):[\da-f]+\]$/) ?? [];
  if (mapped) return [parseInt(mapped, 16) >> 8, parseInt(mapped, 16) & 0xff];
}

function reachOfIpv4([a, b]: [number, number]): Reach {
  if (a === 127 || a === 0) return "computer";
  const isPrivate = a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) ||
    // Given to itself by a computer without a router (RFC 3927), and shared by a provider's customers (RFC 6598).
    (a === 169 && b === 254) || (a === 100 && b >= 64 && b < 128);
  return isPrivate ? "address" : "internet";
}

function reachOfIpv6(address: string): Reach {
  if (address === "::1" || address === "::") return "computer";
  const first = parseInt(address, 16);
  // Unique local addresses (RFC 4193), and link-local ones (RFC 4291).
  const isPrivate = (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;
  return isPrivate ? "address" : "internet";
}

export function ReachNotice({ url }: { url: string }) {
  switch (reachOf(url)) {
    case "computer":
      return (
        <Notice
          text="Bu link şimdilik yalnızca bu bilgisayarda açılır."
          detail="Kartları yazdırmadan önce bilgisayarı kafenin ağına bağlayıp Sıradaki'yi yeniden başlatın."
        />
      );
    case "address":
      return <AddressNotice address={new URL(url).hostname} />;
    case "name":
      return (
        <Notice
          text="Bu link yalnızca kafenin ağında açılır, bazı telefonlarda hiç açılmaz."
          detail="Kartları yazdırmadan önce birkaç telefonla deneyin."
        />
      );
    case "internet":
      return null;
  }
}
