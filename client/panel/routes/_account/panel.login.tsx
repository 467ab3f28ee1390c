// /panel/login
import { createFileRoute, Link, redirect, useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { NoticeProps } from "../../../components/Notice.tsx";
import { PasswordField, TextField } from "../../../components/TextField.tsx";
import { call, isRefused } from "../../../lib/http.ts";
import { AccountForm } from "../../AccountForm.tsx";
import { connectSentence } from "../../connect_sentences.ts";
import { emailFault, passwordMissing } from "../../field_rules.ts";
import { HOME } from "../../may_open.ts";
import { type AskedForCode, CodeStep } from "../../second_factor/StepForm.tsx";
import { canRegister, titled } from "../../title.ts";
import { useFinishLogin } from "../../use_finish_login.ts";
import { useForm } from "../../use_form.ts";

export const Route = createFileRoute("/_account/panel/login")({
  validateSearch: ({ spotify }): { spotify?: string } =>
    typeof spotify === "string" ? { spotify } : {},
  beforeLoad({ context, search }) {
    // The landing page leads here also with a login. A reason why connecting failed is shown all the same.
    const role = search.spotify === undefined && context.session.enter();
    if (role) throw redirect({ to: HOME[role] });
  },
  head: titled("Giriş"),
  component: Login,
});

function Login() {
  const [asked, setAsked] = useState<AskedForCode>();
  const [refused, setRefused] = useState<NoticeProps>();
  const ask = (credentials: AskedForCode) => {
    setRefused(undefined);
    setAsked(credentials);
  };
  const goBack = (why?: string) => {
    setRefused(why ? { kind: "error", text: why } : undefined);
    setAsked(undefined);
  };
  return asked
    ? <CodeStep credentials={asked} onBack={goBack} />
    : <PasswordStep refused={refused} onCode={ask} />;
}

interface PasswordStepProps {
  /** Why the second step led back here. */
  refused?: NoticeProps;
  /** The password is right, and the account asks for a code. */
  onCode: (credentials: AskedForCode) => void;
}

function PasswordStep({ refused, onCode }: PasswordStepProps) {
  const navigate = useNavigate();
  const finishLogin = useFinishLogin();
  const { email, message, messageKind = "success" } = useLocation({ select: ({ state }) => state });
  const { spotify } = Route.useSearch();
  const { form, field, typed, failure, busy } = useForm({
    fields: ["email", "password"],
    check: ({ email, password }) => ({
      email: emailFault(email),
      password: passwordMissing(password),
    }),
    send: async (values) => {
      try {
        await finishLogin((await call("POST /api/auth/login", { body: values })).token);
      } catch (error) {
        if (isRefused(error, "second_factor_required")) return onCode(values);
        // The password is right, but the account is not verified yet: the next screen asks for its code.
        if (!isRefused(error, "account_unverified")) throw error;
        await navigate({
          to: "/panel/verify",
          // The server has sent a new code, unless the last one is younger than a minute.
          state: {
            email: values.email.trim(),
            message: error.msg,
            messageKind: "info",
            codeSentAt: Date.now(),
          },
        });
      }
    },
    fallback: "Bir hata oluştu. Lütfen tekrar deneyin.",
  });
  return (
    <AccountForm
      title="Kafe girişi"
      message={refused ??
        (message ? { kind: messageKind, text: message } : connectSentence(spotify))}
      form={form}
      failure={failure}
      busy={busy}
      action="Giriş yap"
      links={
        <>
          <Link to="/panel/forgot-password" state={() => ({ email: typed("email") })}>
            Şifremi unuttum
          </Link>
          {canRegister() && <Link to="/panel/register">Yeni kafe kaydı</Link>}
        </>
      }
    >
      <TextField
        {...field("email")}
        label="E-posta"
        type="email"
        defaultValue={email}
        autoComplete="username"
        required
      />
      <PasswordField
        {...field("password")}
        label="Şifre"
        autoComplete="current-password"
        required
      />
    </AccountForm>
  );
}
