// The calls about registration, logins and passwords.
import { type Context, Hono } from "hono";
import { AUTH_CALLS, SESSION_CALLS } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { AppEnv } from "../http/caller.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { letterOrigin, letterSentence } from "../mail/new_letter.ts";
import { deviceOf, knownBrowser, knows, rememberBrowser } from "./known_browser.ts";
import { addressOf, limitAsker } from "./limits.ts";
import {
  endOtherSessions,
  endSession,
  login,
  logout,
  nameOwnDevice,
  readSessions,
  renew,
} from "./login.ts";
import { changePassword, checkResetLink, forgotPassword, resetPassword } from "./new_password.ts";
import {
  forgetRegistrations,
  ownRegistrations,
  register,
  rememberRegistration,
  resendCode,
  sendCode,
  verify,
} from "./register.ts";
import { readLoginClaim } from "./tokens.ts";

// Those about letters are the same for addresses with and without an account.
const REGISTERED = {
  sent: "Kaydınız alındı. Kodu e-postanıza gönderdik.",
  written: "Kaydınız alındı.",
};
const CODE_SENT = {
  sent: "Bu adresle doğrulanmamış bir kayıt varsa yeni bir kod gönderildi.",
  written: "Bu adresle doğrulanmamış bir kayıt varsa yeni bir kod hazırlandı.",
};
const LINK_SENT = {
  sent: "Bu adresle kayıtlı bir hesap varsa şifre sıfırlama bağlantısı gönderildi.",
  written: "Bu adresle kayıtlı bir hesap varsa şifre sıfırlama bağlantısı hazırlandı.",
};
const UNVERIFIED = {
  sent: "Hesabınız henüz doğrulanmadı. Kodu e-postanıza gönderdik.",
  written: "Hesabınız henüz doğrulanmadı.",
};
const PASSWORD_SET = "Şifreniz güncellendi. Yeni şifrenizle giriş yapabilirsiniz.";

export function authRoutes(deps: Deps) {
  const calls = serveCalls(deps, AUTH_CALLS, {
    "POST /api/auth/register": async ({ c, body }) => {
      if (deps.config.registration === "closed") throw new DomainError("registration_closed");
      const asker = await limitAsker(deps, c, "register", body.email);
      const id = await register(deps, body, { origin: await letterOrigin(deps, c), asker });
      await rememberRegistration(deps, c, id);
      return { msg: letterSentence(deps.config, REGISTERED) };
    },
    "POST /api/auth/verify": async ({ c, body }) => {
      const token = await verify(deps, body, {
        own: await ownRegistrations(deps, c),
        device: deviceOf(c.req.header("user-agent")),
      });
      forgetRegistrations(deps, c);
      await rememberLogin(deps, c, token);
      return { token };
    },
    "POST /api/auth/resend-code": async ({ c, body }) => {
      const asker = await limitAsker(deps, c, "resend", body.email);
      await resendCode(deps, body, { own: await ownRegistrations(deps, c), asker });
      return { msg: letterSentence(deps.config, CODE_SENT) };
    },
    "POST /api/auth/login": async ({ c, body }) => {
      const outcome = await login(deps, body, {
        address: addressOf(deps, c),
        own: await ownRegistrations(deps, c),
        device: deviceOf(c.req.header("user-agent")),
        browser: await knownBrowser(deps, c),
      });
      if ("token" in outcome) {
        await rememberLogin(deps, c, outcome.token);
        return outcome;
      }
      // The code from registering has ended, or its letter is on another device.
      const asker = await limitAsker(deps, c, "resend", body.email);
      await rememberRegistration(deps, c, outcome.unverified.id);
      await sendCode(deps, outcome.unverified, asker);
      throw new DomainError("account_unverified", {
        accountId: outcome.unverified.id,
        msg: letterSentence(deps.config, UNVERIFIED),
      });
    },
    "POST /api/auth/forgot-password": async ({ c, body }) => {
      const asker = await limitAsker(deps, c, "forgot", body.email);
      await forgotPassword(deps, body, { origin: await letterOrigin(deps, c), asker });
      return { msg: letterSentence(deps.config, LINK_SENT) };
    },
    "GET /api/auth/reset-password/:token": ({ params }) => checkResetLink(deps, params.token),
    "PUT /api/auth/reset-password/:token": async ({ c, params, body }) => {
      await resetPassword(deps, params.token, body, await letterOrigin(deps, c));
      return { msg: PASSWORD_SET };
    },
    "POST /api/auth/logout": ({ caller }) => logout(deps, caller),
  });
  return new Hono<AppEnv>()
    .use("/api/auth/*", async (c, next) => {
      c.header("Cache-Control", "no-store");
      await next();
    })
    .route("/", calls);
}

// /api/auth/renew, /api/auth/sessions and /api/auth/password

export function sessionRoutes(deps: Deps) {
  return serveCalls(deps, SESSION_CALLS, {
    "POST /api/auth/renew": {
      confirms: async ({ c, claim }) => {
        const renewed = await renew(deps, claim, deviceOf(c.req.header("user-agent")));
        // A copied token makes no browser known, whose guesses would then count apart.
        if (knows(await knownBrowser(deps, c), claim)) await rememberBrowser(deps, c, claim);
        return renewed;
      },
    },
    "GET /api/auth/sessions": ({ caller }) => readSessions(deps, caller),
    "PUT /api/auth/sessions": ({ caller, body }) => nameOwnDevice(deps, caller, body),
    "DELETE /api/auth/sessions": ({ caller }) => endOtherSessions(deps, caller),
    "DELETE /api/auth/sessions/:id": ({ caller, params }) => endSession(deps, caller, params.id),
    "PUT /api/auth/password": async ({ c, caller, body }) => {
      const origin = await letterOrigin(deps, c);
      const address = addressOf(deps, c);
      const token = await changePassword(deps, caller, body, { address, origin });
      await rememberLogin(deps, c, token);
      return { token };
    },
  });
}

/** Remembers the browser of a token that was just given for a password or a code. */
async function rememberLogin(deps: Deps, c: Context, token: string): Promise<void> {
  const claim = await readLoginClaim(deps, token);
  if (claim) await rememberBrowser(deps, c, claim);
}
