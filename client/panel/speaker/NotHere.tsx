// Why this page plays nothing: the cafe's music comes from elsewhere, or its files cannot be used yet.
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";

export interface NotHereProps {
  /** What the source in use is called. */
  label: string;
  /** Why the cafe's own files cannot be used; null if another source is in use. */
  reason: string | null;
}

export function NotHere({ label, reason }: NotHereProps) {
  return (
    <EmptyState
      text={reason ?? `Müziğiniz şu anda bu sayfadan çalmıyor. Kaynak: ${label}.`}
      hint={reason === null
        ? "Bu sayfa kafenizin kendi müzik dosyalarını çalar. Kaynağı Müzik ekranında seçersiniz."
        : undefined}
    >
      <Link to="/panel/music" className={buttonClass()}>Müzik ekranına git</Link>
    </EmptyState>
  );
}
