// The page for an unknown address, an unknown cafe, or an error of the server.
import { Brand } from "../components/Brand.tsx";
import { buttonClass } from "../components/Button.tsx";

export interface MissingPageProps {
  title: string;
  text: string;
}

export function MissingPage({ title, text }: MissingPageProps) {
  return (
    <main className="missing">
      <a href="/" className="brand-link">
        <Brand />
      </a>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <a href="/" className={buttonClass("primary")}>Ana sayfaya dön</a>
    </main>
  );
}
