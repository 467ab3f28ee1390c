// What the panel says in a browser that keeps no data for this site: it could not stay logged in.
import { Notice } from "../components/Notice.tsx";
import { PageHeading } from "../components/PageHeading.tsx";

/** Whether the browser keeps data for this site. One that blocks them refuses already to be asked. */
export function keepsSiteData(): boolean {
  try {
    return Boolean(localStorage && sessionStorage);
  } catch {
    return false;
  }
}

export function SiteDataBlocked() {
  return (
    <main className="screen">
      <PageHeading title="Panel açılamadı" />
      <Notice
        kind="error"
        text="Tarayıcınız bu sitenin verilerini engelliyor."
        detail="Panel, oturumunuzu bu tarayıcıda saklar. Tarayıcının site ayarlarında bu adrese izin verin ve sayfayı yenileyin."
      />
    </main>
  );
}
