// The export and the deletion of the account (KVKK 6698, art. 11).
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField } from "../../components/TextField.tsx";
import type { Question } from "../../lib/confirmation.ts";
import { DownloadButton } from "../DownloadButton.tsx";
import { passwordMissing } from "../field_rules.ts";
import { PrivacyLink } from "../PrivacyLink.tsx";
import { useForm } from "../use_form.ts";
import { usePanel } from "../services.ts";

const QUESTION: Question = {
  title: "Hesabımı sil",
  text: "Hesabınız kalıcı olarak silinecek. Bu işlem geri alınamaz. Emin misiniz?",
  action: "Evet, hesabımı sil",
  danger: true,
};

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
      </div>
      <PrivacyLink />
      <DeletionForm />
    </section>
  );
}

function DeletionForm() {
  const navigate = useNavigate();
  const { api, confirmation, session } = usePanel();
  const { form, field, failure, busy } = useForm({
    fields: ["password"],
    check: ({ password }) => ({ password: passwordMissing(password) }),
    send: async ({ password }) => {
      if (!await confirmation.ask(QUESTION)) return;
      await api("POST /api/account/delete", { body: { password } });
      session.forgetToken();
      await navigate({ to: "/panel/login", state: { message: "Hesabınız silindi." } });
    },
    fallback: "Hesap silinirken bir hata oluştu.",
    fieldOf: ({ status }) => status === 403 ? "password" : undefined,
  });
  return (
    <form {...form} className="account-deletion" aria-labelledby="deletion-heading">
      <h3 id="deletion-heading">Hesabımı sil</h3>
      <p>
        Kişisel bilgileriniz ve kafenizin sayfası kalıcı olarak silinir. Ödeme kayıtları, kişisel
        bilgilerden arındırılmış olarak kalır. Ödenmemiş bakiyeniz varken hesap silinemez.
      </p>
      <TextField
        {...field("password")}
        label="Şifreniz"
        type="password"
        autoComplete="current-password"
        required
      />
      {failure && <Notice kind="error" text={failure} />}
      <div className="form-end">
        <Button type="submit" look="danger" busy={busy}>Hesabımı sil</Button>
      </div>
    </form>
  );
}
