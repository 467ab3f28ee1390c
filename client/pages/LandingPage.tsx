// The landing page: what the product is, how it works, a card for owners and one for guests. It has no script.
import type { ReactNode } from "react";
import { Brand } from "../components/Brand.tsx";
import { buttonClass } from "../components/Button.tsx";
import { QrCode } from "../components/QrCode.tsx";
import type { QrShape } from "../lib/qr.ts";
import { AskPicture, PlayPicture, ScanPicture } from "./LandingPictures.tsx";

function SampleCode({ shape }: { shape: QrShape }) {
  return (
    <div className="sample-code">
      <QrCode shape={shape} label="Örnek QR kod" size={96} />
      <p aria-hidden="true">Örnek</p>
    </div>
  );
}

const STEPS: { picture: ReactNode; title: string; text: string }[] = [
  {
    picture: <ScanPicture />,
    title: "Masadaki kodu okuturlar",
    text: "QR kod, telefonda kafenizin sayfasını açar. Uygulama gerekmez.",
  },
  {
    picture: <AskPicture />,
    title: "Şarkılarını isterler",
    text: "Şarkıyı bulur, dilerlerse bahşiş ekler ve isteği gönderirler.",
  },
  {
    picture: <PlayPicture />,
    title: "Siz onaylarsınız",
    text: "Onayladıklarınız bahşişe göre sıralanır, sıradaki şarkı çalar.",
  },
];

function Steps() {
  return (
    <section className="steps" aria-labelledby="steps">
      <h2 id="steps">Üç adımda nasıl çalışır?</h2>
      <ol>
        {STEPS.map(({ picture, title, text }, i) => (
          <li key={title}>
            {picture}
            <h3>
              <span className="step-number">{`${i + 1} `}</span>
              {title}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

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

// The footer of every public page.

export function Footer() {
  return (
    <footer className="footer">
      <a href="/aydinlatma-metni">Kişisel veriler hakkında aydınlatma metni</a>
    </footer>
  );
}
