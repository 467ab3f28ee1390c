// A cafe whose music plays on another system: how an evening works there, and the list that guests search.
import { ListUpload } from "./ListUpload.tsx";

export function ManualSections() {
  return (
    <>
      <section className="card" aria-labelledby="manual-heading">
        <h2 id="manual-heading">Nasıl çalışır?</h2>
        <ol className="manual-steps">
          <li>Müşteri şarkı ister, siz onaylarsınız ve şarkı sıraya girer.</li>
          <li>Sıradaki şarkıyı kendi sisteminizde siz başlatırsınız.</li>
          <li>
            Şarkı başlayınca ekranın altındaki 'Çalıyor'a basarsınız. Müşteriler çalan şarkıyı
            görür. Bahşişler kasada ödenmiyorsa şarkının bahşişi kazancınıza yazılır.
          </li>
        </ol>
      </section>
      <section className="card" aria-labelledby="list-heading">
        <h2 id="list-heading">Şarkı listesi</h2>
        <p>
          Müşteriler yüklediğiniz listede arama yapar. Listede olmayan bir şarkının adını kendileri
          de yazabilir; liste yüklemeseniz de şarkı isteyebilirler.
        </p>
        <ListUpload />
      </section>
    </>
  );
}
