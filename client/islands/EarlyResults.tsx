// What is in place of the results of a search until the search's script has arrived.
import { useEffect, useRef } from "react";
import { Loading } from "../components/Loading.tsx";
import { Notice } from "../components/Notice.tsx";

/** What happened to a search that was begun before its script had arrived. */
export type EarlySearch = "typed" | "failed" | undefined;

export interface EarlyResultsProps {
  early: EarlySearch;
  /** Whether the guest waits for the sheet of support, which is in the same script. */
  supporting: boolean;
  retry: () => void;
}

export function EarlyResults({ early, supporting, retry }: EarlyResultsProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed may be far below.
    if (early === "failed" && supporting) place.current!.scrollIntoView({ block: "center" });
  }, [early, supporting]);
  const text = supporting ? "Şu anda destek verilemiyor." : "Şarkı aranırken bir hata oluştu.";
  const then = supporting ? "destek ekranı açılacak" : "yeniden aranacak";
  return (
    <section ref={place} className="results" aria-label="Arama sonuçları">
      {early === "typed" && <Loading label="Şarkılar aranıyor…" rows={4} />}
      {early === "failed" && (
        <Notice kind="error" text={text} detail={`Bağlantı yok. Bağlantı gelince ${then}.`}>
          <button type="button" className="button" onClick={retry}>Tekrar dene</button>
        </Notice>
      )}
    </section>
  );
}
