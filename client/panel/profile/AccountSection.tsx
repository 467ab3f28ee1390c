// The export and the deletion of the account, and the way to its logins (KVKK 6698, art. 11).
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/Button.tsx";
import { DownloadButton } from "../DownloadButton.tsx";
import { PrivacyLink } from "../PrivacyLink.tsx";
import { usePanel } from "../services.ts";
import { DeletionForm } from "./DeletionForm.tsx";

export function AccountSection() {
  const { api } = usePanel();
  return (
    <section className="card profile-form" aria-labelledby="account-heading">
      <h2 id="account-heading">Hesabım</h2>
      <p>Hesabınız, kafeniz, istekleriniz ve ödemeleriniz hakkında saklanan her şey tek dosyada.</p>
      <div className="form-end">
        <DownloadButton
          load={() => api("GET /api/account/export", { file: true })}
          name="siradaki-hesap.json"
        >
          Verilerimi indir
        </DownloadButton>
        <Link to="/panel/sessions" className={buttonClass()}>Oturumlar</Link>
      </div>
      <PrivacyLink />
      <DeletionForm />
    </section>
  );
}
