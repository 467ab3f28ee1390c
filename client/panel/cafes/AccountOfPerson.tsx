// The account of a person without a cafe of their own: the export, the deletion, and for staff the logins.
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/Button.tsx";
import { DownloadButton } from "../DownloadButton.tsx";
import { PrivacyLink } from "../PrivacyLink.tsx";
import { DeletionForm } from "../profile/DeletionForm.tsx";
import { usePanel } from "../services.ts";

export function AccountOfPerson() {
  const { api, session } = usePanel();
  return (
    <section className="profile-form" aria-labelledby="account-heading">
      <h2 id="account-heading">Hesabınız</h2>
      <div className="form-end">
        <DownloadButton
          load={() => api("GET /api/account/export", { file: true })}
          name="siradaki-hesap.json"
        >
          Verilerimi indir
        </DownloadButton>
        {/* Its frame is the cafe's. */}
        {session.role() === "staff" && (
          <Link to="/panel/sessions" className={buttonClass()}>Oturumlar</Link>
        )}
      </div>
      <PrivacyLink />
      <DeletionForm text="Kişisel bilgileriniz ve ekip üyelikleriniz kalıcı olarak silinir." />
    </section>
  );
}
