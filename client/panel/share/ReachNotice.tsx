// Warns before printing that the link on the cards may lead nowhere.
import { Notice } from "../../components/Notice.tsx";
import { AddressNotice } from "./AddressNotice.tsx";
import { reachOf } from "./reach.ts";

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
