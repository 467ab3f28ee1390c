// A screen whose facts could not be loaded: what happened, and another try.
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { PageHeading } from "../components/PageHeading.tsx";
import { sentenceOf } from "../lib/http.ts";

/** spec 8 has a sentence for most screens; routes pass theirs through `failedWith`. */
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

/** An errorComponent with the spec's sentence for its screen. */
export function failedWith(text: string) {
  return (props: ErrorComponentProps) => <LoadFailed {...props} text={text} />;
}
