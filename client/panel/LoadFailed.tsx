// The screen for data that could not be loaded: the reason, and a button that tries again.
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { PageHeading } from "../components/PageHeading.tsx";
import { sentenceOf } from "../lib/http.ts";

/** The default error component. A route with a sentence of its own uses `failedWith`. */
export function LoadFailed({ error, text }: ErrorComponentProps & { text?: string }) {
  const router = useRouter();
  return (
    <>
      <PageHeading title="Sayfa yüklenemedi" />
      <Notice
        kind="error"
        text={text ?? "Veriler yüklenirken bir hata oluştu."}
        detail={sentenceOf(error)}
      >
        <Button onClick={() => router.invalidate()}>Tekrar dene</Button>
      </Notice>
    </>
  );
}

/** An error component with the screen's own sentence. */
export function failedWith(text: string) {
  return (props: ErrorComponentProps) => <LoadFailed {...props} text={text} />;
}
