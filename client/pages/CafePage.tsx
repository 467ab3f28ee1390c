// The pages of a cafe as the server renders them: for guests, and for a television.
import type { ReactNode } from "react";
import { Brand } from "../components/Brand.tsx";

interface CafePageProps {
  cafeId: string;
  name: string;
  search: ReactNode;
  queue: ReactNode;
}

export function CafePage({ cafeId, name, search, queue }: CafePageProps) {
  return (
    <>
      <main className="cafe">
        <div className="cafe-heading">
          <h1>{name}</h1>
          <p>Şarkınızı seçin, sırası gelince çalsın.</p>
        </div>
        {search}
        <noscript>
          <p className="noscript">
            Şarkı istemek için tarayıcınızda JavaScript açık olmalıdır. Sıra aşağıda.
          </p>
        </noscript>
        {queue}
      </main>
      <footer className="cafe-footer">
        <a href="/" className="brand-link">
          <Brand />
        </a>
        <a href={`/cafe/${cafeId}/calanlar`}>Ne çaldı?</a>
        <a href="/aydinlatma-metni">Kişisel veriler hakkında aydınlatma metni</a>
      </footer>
    </>
  );
}

// A cafe's television page: its name, above an island with all the rest.

interface TelevisionPageProps {
  name: string;
  island: ReactNode;
}

export function TelevisionPage({ name, island }: TelevisionPageProps) {
  return (
    <>
      <h1>{name}</h1>
      {island}
    </>
  );
}
