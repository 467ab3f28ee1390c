// /panel/owners-only: what staff read who asked for a screen of the owner.
import { createFileRoute, Link } from "@tanstack/react-router";
import { buttonClass } from "../../../components/Button.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/owners-only")({
  head: titled("Kafe sahibinin ekranı"),
  component: OwnersOnly,
});

function OwnersOnly() {
  return (
    <PageHeading
      title="Kafe sahibinin ekranı"
      lead="Bu ekranı yalnızca kafe sahibi açabilir. Siz istekleri ve oynatıcıyı yönetirsiniz; başka bir şey gerekiyorsa kafe sahibine haber verin."
    >
      <Link className={buttonClass("primary")} to="/panel/dashboard">İsteklere dön</Link>
    </PageHeading>
  );
}
