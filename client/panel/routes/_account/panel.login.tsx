// /panel/login
import { createFileRoute, Link, useLocation, useNavigate } from "@tanstack/react-router";
import { TextField } from "../../../components/TextField.tsx";
import { ApiError, call } from "../../../lib/http.ts";
import { AccountForm } from "../../AccountForm.tsx";
import { connectSentence } from "../../connect_sentences.ts";
import { emailFault, passwordMissing } from "../../field_rules.ts";
import { titled } from "../../title.ts";
import { useFinishLogin } from "../../use_finish_login.ts";
import { useForm } from "../../use_form.ts";

export const Route = createFileRoute("/_account/panel/login")({
  validateSearch: ({ spotify }): { spotify?: string } =>
    typeof spotify === "string" ? { spotify } : {},
  head: titled("Giriş"),
  component: Login,
});

function Login() {
  const navigate = useNavigate();
  const finishLogin = useFinishLogin();
  const { message, messageKind = "success" } = useLocation({ select: ({ state }) => state });
  const { spotify } = Route.useSearch();
  const { form, field, failure, busy } = useForm({
    fields: ["email", "password"],
    check: ({ email, password }) => ({
      email: emailFault(email),
      password: passwordMissing(password),
    }),
    send: async (values) => {
      try {
        await finishLogin((await call("POST /api/auth/login", { body: values })).token);
      } catch (error) {
        // The password is right, but the account is not verified yet: the next screen asks for its code.
        if (!(error instanceof ApiError) || error.status !== 403) throw error;
        await navigate({
          to: "/panel/verify",
          state: { email: values.email.trim(), message: error.msg },
        });
      }
    },
    fallback: "Bir hata oluştu. Lütfen tekrar deneyin.",
  });
  return (
    <AccountForm
      title="Kafe girişi"
      message={message ? { kind: messageKind, text: message } : connectSentence(spotify)}
      form={form}
      failure={failure}
      busy={busy}
      action="Giriş Yap"
      links={
        <>
          <Link to="/panel/forgot-password">Şifremi unuttum</Link>
          <Link to="/panel/register">Yeni kafe kaydı</Link>
        </>
      }
    >
      <TextField
        {...field("email")}
        label="E-posta"
        type="email"
        autoComplete="username"
        required
      />
      <TextField
        {...field("password")}
        label="Şifre"
        type="password"
        autoComplete="current-password"
        required
      />
    </AccountForm>
  );
}
