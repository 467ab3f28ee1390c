// The pages of a cafe as the server renders them: for guests, and for a television.
import type { ReactNode } from "react";
import type { Language } from "../../server/contract/languages/language.ts";
import { Brand } from "../components/Brand.tsx";

interface CafePageProps {
  name: string;
  page: Language["page"];
  /** The language of what the owner wrote, if it is not that of the page. */
  ownersLanguage?: string;
  /** Whether its foot is far below. */
  isLong: boolean;
  /** The addresses of what has played, and of the notice on personal data. */
  played: string;
  privacy: string;
  /** Links to the page in other languages. */
  languages: ReactNode;
  search: ReactNode;
  queue: ReactNode;
}

export function CafePage(
  { name, page, ownersLanguage, isLong, played, privacy, languages, search, queue }: CafePageProps,
) {
  return (
    <>
      <main className="cafe">
        <div className="cafe-heading">
          <h1 lang={ownersLanguage}>{name}</h1>
          <p>{page.lead}</p>
        </div>
        {search}
        <noscript>
          <p className="noscript">{page.noScript}</p>
        </noscript>
        {isLong && <p className="languages">{languages}</p>}
        {queue}
      </main>
      <footer className="cafe-footer">
        <a href="/" className="brand-link" lang={ownersLanguage}>
          <Brand />
        </a>
        {!isLong && <p className="languages">{languages}</p>}
        <a href={played}>{page.whatPlayed}</a>
        <a href={privacy}>{page.privacy}</a>
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
