// The landing page: what the product is, how it works, a card for owners and one for guests. It has no script.
import { Brand } from "../components/Brand.tsx";
import { buttonClass } from "../components/Button.tsx";
import type { QrShape } from "../lib/qr.ts";
import { SampleCode } from "./landing/SampleCode.tsx";
import { Steps } from "./landing/Steps.tsx";

interface LandingPageProps {
  sampleQr: QrShape;
  /** Whether further cafes can be registered. */
  canRegister: boolean;
}

export function LandingPage({ sampleQr, canRegister }: LandingPageProps) {
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
          </div>
          <div className="hero-end">
            <p className="lead">
              Onlar şarkı ister, siz onaylarsınız; sıra bahşişe göre kendiliğinden oluşur.
            </p>
            {canRegister && (
              <a href="/panel/register" className={buttonClass("primary")}>Kafenizi kaydedin</a>
            )}
          </div>
        </section>
        <Steps />
        <div className="cards">
          <section className="card card-owners" aria-labelledby="owners">
            <h2 id="owners">Kafe Sahibiyim</h2>
            <p>Panele giriş yapın, müzik isteklerini yönetin ve kazancınızı takip edin.</p>
            <a href="/panel/login" className={buttonClass("plain")}>Panele Git</a>
          </section>
          <section className="card card-guests" aria-labelledby="guests">
            <h2 id="guests">Müzik İsteği Gönder</h2>
            <p>Masanızdaki QR kodu telefonunuzla okutun ve hemen istek göndermeye başlayın.</p>
            <SampleCode shape={sampleQr} />
          </section>
        </div>
      </main>
    </>
  );
}
