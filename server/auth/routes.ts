// /api/auth
import { Hono } from "hono";
import {
  Credentials,
  EmailOnly,
  PasswordReset,
  Registration,
  Verification,
} from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { requireRole } from "../http/require_role.ts";
import { validateJson } from "../http/validate.ts";
import { forgotPassword } from "./forgot_password.ts";
import { addressOf, limitByAddress } from "./limits.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { register } from "./register.ts";
import {
  forgetRegistrations,
  ownRegistrations,
  rememberRegistration,
} from "./registration_cookie.ts";
import { resendCode } from "./resend_code.ts";
import { resetPassword } from "./reset_password.ts";
import { verify } from "./verify.ts";

/** What the calls say when they went well; the ones about letters say the same whatever happened. */
const REGISTERED = "Kaydınız alındı. E-postanıza gönderilen 6 haneli kodu girin.";
const CODE_SENT = "Bu adresle doğrulanmamış bir kayıt varsa yeni bir kod gönderildi.";
const LINK_SENT = "Bu adresle kayıtlı bir hesap varsa şifre sıfırlama bağlantısı gönderildi.";
const PASSWORD_SET = "Şifreniz güncellendi. Yeni şifrenizle giriş yapabilirsiniz.";

export function authRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.header("Cache-Control", "no-store");
      await next();
    })
    .post("/register", validateJson(Registration), limitByAddress(deps, "register"), async (c) => {
      await rememberRegistration(deps, c, await register(deps, c.req.valid("json")));
      return c.json({ msg: REGISTERED }, 201);
    })
    .post("/verify", validateJson(Verification), async (c) => {
      const token = await verify(deps, c.req.valid("json"), await ownRegistrations(deps, c));
      forgetRegistrations(deps, c);
      return c.json({ token });
    })
    .post("/resend-code", validateJson(EmailOnly), limitByAddress(deps, "resend"), async (c) => {
      await resendCode(deps, c.req.valid("json"), await ownRegistrations(deps, c));
      return c.json({ msg: CODE_SENT });
    })
    .post("/login", validateJson(Credentials), async (c) => {
      const outcome = await login(deps, c.req.valid("json"), {
        address: addressOf(deps, c),
        own: await ownRegistrations(deps, c),
      });
      if ("token" in outcome) return c.json(outcome);
      await rememberRegistration(deps, c, outcome.unverified);
      throw new DomainError("account_unverified");
    })
    .post(
      "/forgot-password",
      validateJson(EmailOnly),
      limitByAddress(deps, "forgot"),
      async (c) => {
        await forgotPassword(deps, c.req.valid("json"));
        return c.json({ msg: LINK_SENT });
      },
    )
    .put("/reset-password/:token", validateJson(PasswordReset), async (c) => {
      await resetPassword(deps, c.req.param("token"), c.req.valid("json"));
      return c.json({ msg: PASSWORD_SET });
    })
    .post("/logout", requireRole(deps, "owner", "admin"), async (c) => {
      await logout(deps, c.var.caller);
      return c.body(null, 204);
    });
}
