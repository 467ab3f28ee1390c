// Why this page plays nothing: the cafe's music comes from elsewhere, or its files cannot be used yet.
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { TELL_OWNER, useMayOpen } from "../use_may_open.ts";

export interface NotHereProps {
  /** What the source in use is called; undefined if that is not known. */
  label: string | undefined;
  /** Why the cafe's own files cannot be used; null if another source is in use. */
  reason: string | null;
}

const ELSEWHERE = "Müziğiniz şu anda bu sayfadan çalmıyor.";

export function NotHere({ label, reason }: NotHereProps) {
  const mayChoose = useMayOpen()("/panel/music");
  return (
    <EmptyState
      text={reason ?? ELSEWHERE + (label ? ` Kaynak: ${label}.` : "")}
      hint={reason === null && mayChoose
        ? "Bu sayfa kafenizin kendi müzik dosyalarını çalar. Kaynağı Müzik ekranında seçersiniz."
        : undefined}
    >
      {mayChoose
        ? <Link to="/panel/music" className={buttonClass()}>Müzik ekranına git</Link>
        : <p>{TELL_OWNER}</p>}
    </EmptyState>
  );
}
