// The landing page: a welcome, a card for owners and a card for guests. It has no script.
import { Brand } from "../components/Brand.tsx";
import { buttonClass } from "../components/Button.tsx";
import { QrCode } from "../components/QrCode.tsx";
import { QueueRow } from "../components/QueueRow.tsx";
import type { QrShape } from "../lib/qr.ts";

/** An invented queue. */
const SAMPLE_QUEUE = [
  { _id: "1", songTitle: "Akşam Vapuru", artist: "Deniz Feneri Üçlüsü", tipAmount: 100 },
  { _id: "2", songTitle: "Islak Kaldırımlar", artist: "Nar Ağacı", tipAmount: 50 },
  { _id: "3", songTitle: "Köprüden Önce", artist: "Mavi Otobüs", tipAmount: 25 },
];

export function LandingPage({ sampleQr }: { sampleQr: QrShape }) {
  return (
    <>
      <header className="page-top page-top-wide">
        <Brand />
      </header>
      <main className="landing">
        <section className="hero">
          <div>
            <p className="eyebrow">Sıradaki'ye hoş geldiniz</p>
            <h1>Kafenizin müziğini müşterilerinizle birlikte yönetin.</h1>
            <p className="lead">
              Onlar şarkı ister, siz onaylarsınız; sıra bahşişe göre kendiliğinden kurulur.
            </p>
          </div>
          <SampleBoard />
        </section>
        <div className="cards">
          <section className="card card-owners" aria-labelledby="owners">
            <div>
              <h2 id="owners">Kafe Sahibiyim</h2>
              <p>Panele giriş yapın, müzik isteklerini yönetin ve kazancınızı takip edin.</p>
            </div>
            <a href="/panel/login" className={buttonClass("primary")}>Panele Git</a>
          </section>
          <section className="card card-guests" aria-labelledby="guests">
            <div>
              <h2 id="guests">Müzik İsteği Gönder</h2>
              <p>
                Masanızdaki QR kodu telefonunuzla okutun ve hemen istek göndermeye başlayın.
              </p>
            </div>
            <div className="sample-code">
              <QrCode shape={sampleQr} label="Örnek QR kod" size={148} />
              <p aria-hidden="true">Şarkınızı isteyin</p>
            </div>
          </section>
        </div>
      </main>
    </>
  );
}

function SampleBoard() {
  return (
    <figure className="board">
      <figcaption className="board-heading">Bir akşamın sırası</figcaption>
      <ol>
        {SAMPLE_QUEUE.map((song, i) => (
          <QueueRow
            key={song._id}
            song={{ ...song, albumArt: `/sample-cover-${song._id}.svg` }}
            place={i + 1}
          />
        ))}
      </ol>
    </figure>
  );
}
