// /panel/verify
import { createFileRoute, Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { buttonClass } from "../../../components/Button.tsx";
import { Notice, type NoticeProps } from "../../../components/Notice.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { TextField } from "../../../components/TextField.tsx";
import { call } from "../../../lib/http.ts";
import { AccountForm, ResendCode } from "../../AccountForm.tsx";
import { canRegister, titled } from "../../title.ts";
import { codeFault } from "../../field_rules.ts";
import { useFinishLogin } from "../../use_finish_login.ts";
import { useForm } from "../../use_form.ts";

export const Route = createFileRoute("/_account/panel/verify")({
  head: titled("Hesap doğrulama"),
  component: Verify,
});

function Verify() {
  const location = useLocation();
  // Kept from the first render: once the code is accepted, the location is that of the next screen.
  const [{ email, message, messageKind = "success", codeSentAt }] = useState(location.state);
  return email
    ? (
      <VerifyForm
        email={email}
        message={message ? { kind: messageKind, text: message } : undefined}
        codeSentAt={codeSentAt}
      />
    )
    : <NoEmail />;
}

interface VerifyFormProps {
  email: string;
  message?: NoticeProps;
  codeSentAt?: number;
}

function VerifyForm({ email, message, codeSentAt }: VerifyFormProps) {
  const finishLogin = useFinishLogin();
  const { form, field, failure, busy } = useForm({
    fields: ["verificationCode"],
    check: ({ verificationCode }) => ({ verificationCode: codeFault(verificationCode) }),
    send: async ({ verificationCode }) => {
      const code = verificationCode.replace(/\s/g, "");
      await finishLogin(
        (await call("POST /api/auth/verify", { body: { email, verificationCode: code } })).token,
      );
    },
    fallback: "Bir hata oluştu.",
  });
  return (
    <AccountForm
      title="Hesabınızı doğrulayın"
      lead={
        <>
          <strong>{email}</strong> için 6 haneli kodu girin.
        </>
      }
      message={message}
      form={form}
      failure={failure}
      busy={busy}
      action="Doğrula"
      links={
        <>
          <ResendCode email={email} sentAt={codeSentAt} />
          <Link to="/panel/login" state={{ email }}>Girişe dön</Link>
        </>
      }
    >
      {/* Longer than the code, so that a code pasted with spaces is not cut off. */}
      <TextField
        {...field("verificationCode")}
        className="code-field"
        label="Doğrulama kodu"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
      />
    </AccountForm>
  );
}

/** A login leads back here, with a new code. */
function NoEmail() {
  const open = canRegister();
  const then = open ? "Lütfen tekrar kayıt olun." : "Lütfen giriş yapın.";
  return (
    <>
      <PageHeading title="Hesap doğrulama" />
      <Notice
        kind="error"
        text={`Doğrulama sayfasına erişim için geçerli bir e-posta adresi gerekli. ${then}`}
      />
      <Link className={buttonClass("primary")} to={open ? "/panel/register" : "/panel/login"}>
        {open ? "Kayıt ol" : "Girişe dön"}
      </Link>
    </>
  );
}
