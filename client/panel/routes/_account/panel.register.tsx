// /panel/register
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { buttonClass } from "../../../components/Button.tsx";
import { Notice } from "../../../components/Notice.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { PasswordField, TextField } from "../../../components/TextField.tsx";
import { call } from "../../../lib/http.ts";
import { REGISTRATION_CLOSED } from "../../../../server/contract/field_messages.ts";
import { AccountForm, PrivacyLink } from "../../AccountForm.tsx";
import { canRegister, titled } from "../../title.ts";
import { cafeNameFault, emailFault, passwordFault, phoneFault } from "../../field_rules.ts";
import { useForm } from "../../use_form.ts";

export const Route = createFileRoute("/_account/panel/register")({
  head: titled("Yeni kafe kaydı"),
  component: Register,
});

function Register() {
  return canRegister() ? <RegistrationForm /> : <RegistrationClosed />;
}

function RegistrationClosed() {
  return (
    <>
      <PageHeading title="Yeni kafe kaydı" />
      <Notice kind="info" text={REGISTRATION_CLOSED} />
      <Link className={buttonClass("primary")} to="/panel/login">Girişe dön</Link>
    </>
  );
}

function RegistrationForm() {
  const navigate = useNavigate();
  const { form, field, failure, busy } = useForm({
    fields: ["name", "email", "phoneNumber", "password"],
    check: ({ name, email, phoneNumber, password }) => ({
      name: cafeNameFault(name),
      email: emailFault(email),
      phoneNumber: phoneFault(phoneNumber),
      password: passwordFault(password),
    }),
    send: async (values) => {
      const { msg } = await call("POST /api/auth/register", { body: values });
      await navigate({
        to: "/panel/verify",
        state: { email: values.email.trim(), message: msg, codeSentAt: Date.now() },
      });
    },
    fallback: "Bir hata oluştu. Lütfen tekrar deneyin.",
  });
  return (
    <AccountForm
      title="Yeni kafe kaydı"
      lead="Birkaç bilgi girin, kafenizin istek sayfası hazır olsun."
      form={form}
      failure={failure}
      busy={busy}
      action="Kayıt ol"
      links={<Link to="/panel/login">Zaten hesabım var</Link>}
    >
      <TextField
        {...field("name")}
        label="Kafe adı"
        autoComplete="organization"
        maxLength={100}
        required
      />
      <TextField {...field("email")} label="E-posta" type="email" autoComplete="email" required />
      <TextField
        {...field("phoneNumber")}
        label="Telefon numarası"
        type="tel"
        autoComplete="tel"
        required
      />
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
