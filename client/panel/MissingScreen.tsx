// The screen for an unknown address in the panel.
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../components/Button.tsx";
import { PageHeading } from "../components/PageHeading.tsx";

export function MissingScreen() {
  return (
    <main className="screen">
      <PageHeading title="Sayfa bulunamadı" />
      <Link className={buttonClass("primary")} to="/panel/dashboard">Panele dön</Link>
    </main>
  );
}
