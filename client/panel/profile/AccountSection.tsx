// The account as a whole: what is kept about its owner, to take away or to have erased (KVKK 6698, md. 11).
import { useNavigate } from "@tanstack/react-router";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField } from "../../components/TextField.tsx";
import { askToConfirm } from "../../lib/confirm.ts";
import { forgetToken } from "../../lib/session.ts";
import { api } from "../api.ts";
import { DownloadButton } from "../DownloadButton.tsx";
import { passwordMissing } from "../field_rules.ts";
import { PrivacyLink } from "../PrivacyLink.tsx";
import { useForm } from "../use_form.ts";

export function AccountSection() {
  return (
    <section className="card profile-form" aria-labelledby="account-heading">
      <h2 id="account-heading">Hesabım</h2>
      <p>Hesabınız, kafeniz, istekleriniz ve ödemeleriniz hakkında saklanan her şey tek dosyada.</p>
      <div className="form-end">
        <DownloadButton load={api.accountExport} name="siradaki-hesap.json">
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
  const { form, field, failure, busy } = useForm({
    fields: ["password"],
    check: ({ password }) => ({ password: passwordMissing(password) }),
    send: async ({ password }) => {
      if (!await confirmed()) return;
      await api.deleteAccount(password);
      forgetToken();
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

function confirmed(): Promise<boolean> {
  return askToConfirm({
    title: "Hesabımı sil",
    text: "Hesabınız kalıcı olarak silinecek. Bu işlem geri alınamaz. Emin misiniz?",
    action: "Evet, hesabımı sil",
    danger: true,
  });
}
