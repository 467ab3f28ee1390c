// The address of the television page, which can be opened and copied.
import { buttonClass } from "../../components/Button.tsx";
import { ShareLink } from "./ShareLink.tsx";

export interface TelevisionLinkProps {
  /** The short address of the cafe's page: a remote control types slowly. */
  url: string;
}

export function TelevisionLink({ url }: TelevisionLinkProps) {
  const television = `${url}/ekran`;
  return (
    <section className="card share-television" aria-labelledby="television">
      <h2 id="television">Televizyon ekranı</h2>
      <p>
        Çalan şarkıyı, sıradakileri ve QR kodu gösterir. Kafedeki televizyonun tarayıcısında bu
        adresi açın; giriş gerekmez.
      </p>
      <ShareLink url={television} copyLabel="Adresi kopyala" copied="Adres panoya kopyalandı!">
        <a className={buttonClass("plain")} href={television} target="_blank" rel="noopener">
          Ekranı aç<span className="visually-hidden">(yeni sekmede açılır)</span>
        </a>
      </ShareLink>
    </section>
  );
}
