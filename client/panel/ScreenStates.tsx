// What a screen shows while it loads, and when its data or its script could not be loaded.
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Button, buttonClass } from "../components/Button.tsx";
import { Loading } from "../components/Loading.tsx";
import { Notice } from "../components/Notice.tsx";
import { PageHeading } from "../components/PageHeading.tsx";
import { sentenceOf } from "../lib/http.ts";
import { isMusicHere } from "./keep_music.ts";
import { isMissingScript } from "./missing_script.ts";
import { usePanel } from "./services.ts";

/** The default error component. A route with a sentence of its own uses `failedWith`. */
export function LoadFailed({ error, text }: ErrorComponentProps & { text?: string }) {
  const router = useRouter();
  return (
    <>
      <PageHeading title="Sayfa yüklenemedi" />
      {isMissingScript(error) ? <MissingScript /> : (
        <Notice
          kind="error"
          text={text ?? "Veriler yüklenirken bir hata oluştu."}
          detail={sentenceOf(error)}
        >
          <Button onClick={() => router.invalidate()}>Tekrar dene</Button>
        </Notice>
      )}
    </>
  );
}

/** Loads the document again, but not while this tab is heard, nor without the server: the browser's own page would follow. */
function MissingScript() {
  const services = usePanel();
  const [state, setState] = useState<"busy" | "offline">();
  const isHeard = isMusicHere(services);
  const reload = async () => {
    setState("busy");
    const isThere = await fetch("/healthz", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere && !isMusicHere(services)) location.reload();
    else setState(isThere ? undefined : "offline");
  };
  return (
    <Notice
      kind="error"
      text="Bu ekran yüklenemedi."
      detail={isHeard
        ? "Müzik bu sekmede çalıyor, sayfayı yenilerseniz durur. Bu ekranı yeni bir sekmede açın."
        : state === "offline"
        ? "Bağlantı yok. Bağlantı gelince tekrar deneyin."
        : "Sayfanın yenilenmesi gerekiyor."}
    >
      {isHeard
        ? (
          <a className={buttonClass()} href={location.href} target="_blank" rel="noopener">
            Yeni sekmede aç
          </a>
        )
        : <Button busy={state === "busy"} onClick={reload}>Tekrar dene</Button>}
    </Notice>
  );
}

/** An error component with the screen's own sentence. */
export function failedWith(text: string) {
  return (props: ErrorComponentProps) => <LoadFailed {...props} text={text} />;
}

// The placeholders of a screen that is loading.

export function ScreenLoading() {
  return (
    <>
      {/* `Loading` is announced; the heading is for users who navigate by headings. */}
      <h1 className="visually-hidden">Yükleniyor</h1>
      <Loading label="Yükleniyor…" />
    </>
  );
}

/** The placeholder while the frame around the screens is loading too. */
export function FrameLoading() {
  return (
    <main className="screen">
      <ScreenLoading />
    </main>
  );
}
