// An invitation to an address without an account: the person chooses a password and joins.
import { Link, useLocation, useRouter } from "@tanstack/react-router";
import type { OpenInvitation } from "../../../server/contract/team.ts";
import { buttonClass } from "../../components/Button.tsx";
import { PageHeading } from "../../components/PageHeading.tsx";
import { PasswordField, TextField } from "../../components/TextField.tsx";
import { call, isRefused } from "../../lib/http.ts";
import { AccountForm, PrivacyLink } from "../AccountForm.tsx";
import { passwordFault } from "../field_rules.ts";
import { useFinishLogin } from "../use_finish_login.ts";
import { useForm } from "../use_form.ts";

interface JoinFormProps {
  invitation: OpenInvitation;
  token: string;
}

export function JoinForm({ invitation: { cafeName, email }, token }: JoinFormProps) {
  const router = useRouter();
  const finishLogin = useFinishLogin();
  const { form, field, failure, busy } = useForm({
    fields: ["password"],
    check: ({ password }) => ({ password: passwordFault(password) }),
    send: async (body) => {
      try {
        const params = { token };
        await finishLogin((await call("POST /api/team/join/:token", { params, body })).token);
      } catch (error) {
        // The link was used meanwhile, or the address has an account by now: the screen then says what to do.
        if (isRefused(error, "invitation_invalid", "account_exists")) {
          await router.invalidate();
        }
        throw error;
      }
    },
    fallback: "Ekibe katılırken bir hata oluştu.",
  });
  return (
    <AccountForm
      title="Ekibe katıl"
      lead={`${cafeName} sizi ekibine davet etti. Bir şifre seçin; istekleri ve oynatıcıyı bu hesapla yönetirsiniz.`}
      form={form}
      failure={failure}
      busy={busy}
      action="Katıl"
    >
      <TextField label="E-posta" type="email" value={email} autoComplete="username" readOnly />
      <PasswordField
        {...field("password")}
        label="Şifre"
        hint="En az 8 karakter. Uzun bir cümle de olur."
        autoComplete="new-password"
        required
      />
      <PrivacyLink />
    </AccountForm>
  );
}

// An invitation to an address that has an account: after its login the person joins the team here.

export function JoinByLogin({ invitation: { cafeName, email } }: { invitation: OpenInvitation }) {
  const returnTo = useLocation({ select: ({ href }) => href });
  return (
    <>
      <PageHeading
        title="Ekibe katıl"
        lead={`${cafeName} sizi ekibine davet etti. ${email} adresiyle bir hesabınız var: giriş yapın, ardından burada katılın.`}
      />
      <Link
        to="/panel/login"
        state={() => ({ email, returnTo })}
        className={buttonClass("primary")}
      >
        Giriş yap
      </Link>
    </>
  );
}

// What is said of an invitation's link that works no more.

export function InvitationEnded() {
  return (
    <>
      <PageHeading
        title="Bu davet artık geçerli değil"
        lead="Bağlantı daha önce kullanılmış, geri alınmış ya da 7 günlük süresi dolmuş olabilir. Ekibe katıldıysanız giriş yapın; katılmadıysanız kafe sahibinden yeni bir davet isteyin."
      />
      <Link to="/panel/login" className={buttonClass("primary")}>Girişe git</Link>
    </>
  );
}
