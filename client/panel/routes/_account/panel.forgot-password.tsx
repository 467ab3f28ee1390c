// /panel/forgot-password
import { createFileRoute, Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { TextField } from "../../../components/TextField.tsx";
import { call } from "../../../lib/http.ts";
import { AccountForm } from "../../AccountForm.tsx";
import { emailFault } from "../../field_rules.ts";
import { titled } from "../../title.ts";
import { useForm } from "../../use_form.ts";

export const Route = createFileRoute("/_account/panel/forgot-password")({
  head: titled("Şifremi unuttum"),
  component: ForgotPassword,
});

function ForgotPassword() {
  const { email } = useLocation({ select: ({ state }) => state });
  const [message, setMessage] = useState<string>();
  const { form, field, typed, failure, busy } = useForm({
    fields: ["email"],
    check: ({ email }) => ({ email: emailFault(email) }),
    send: async (values) =>
      setMessage((await call("POST /api/auth/forgot-password", { body: values })).msg),
    fallback: "Bir hata oluştu.",
  });
  return (
    <AccountForm
      title="Şifremi unuttum"
      lead="E-posta adresinizi yazın, size bir sıfırlama bağlantısı gönderelim."
      message={message ? { kind: "success", text: message } : undefined}
      form={form}
      failure={failure}
      busy={busy}
      action="Bağlantı gönder"
      links={
        <Link to="/panel/login" state={() => ({ email: typed("email") })}>
          Girişe dön
        </Link>
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
    </AccountForm>
  );
}
