// How it works, in three steps with a picture each.
import type { ReactNode } from "react";
import { AskPicture } from "./AskPicture.tsx";
import { PlayPicture } from "./PlayPicture.tsx";
import { ScanPicture } from "./ScanPicture.tsx";

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

export function Steps() {
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
