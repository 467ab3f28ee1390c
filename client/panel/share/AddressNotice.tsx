// Warns of an address that the network's router may give to another computer, and says how to keep it.
import { Notice } from "../../components/Notice.tsx";

export function AddressNotice({ address }: { address: string }) {
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
