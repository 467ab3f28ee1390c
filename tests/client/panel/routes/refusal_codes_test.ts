// The account screens decide by the code of a refusal: another one of the same status is shown and changes no screen.
import { strict as assert } from "node:assert";
import type { ErrorCode } from "../../../../server/contract/error_codes.ts";
import { fill, send, sendLogin } from "../../dom/forms.ts";
import { refusal } from "../../dom/network.ts";
import { pageText, until } from "../../dom/page.ts";
import { alertText, headed, heading, openWholePanel } from "../../dom/whole_panel.ts";
import { testApp } from "../../../support/start/test_app.ts";

const LOGIN = "/api/auth/login";

const AFTER_LOGIN: [code: ErrorCode, heading: string][] = [
  ["second_factor_required", "İki adımlı giriş"],
  ["account_unverified", "Hesabınızı doğrulayın"],
  ["wrong_credentials", "Kafe girişi"],
  ["origin_refused", "Kafe girişi"],
];

for (const [code, screen] of AFTER_LOGIN) {
  Deno.test(`a login that is refused with ${code} leads to '${screen}'`, async () => {
    await using app = await testApp();
    await using panel = await openWholePanel(app, "/panel/login");
    panel.network.answer("POST", LOGIN, refusal(code, "Olmadı."));
    await sendLogin("ayse@ornek.test");
    if (screen === "Kafe girişi") await until(() => alertText() === "Olmadı.");
    await headed(screen);
  });
}

const CODE_STEP: [code: ErrorCode, heading: string][] = [
  ["wrong_credentials", "Kafe girişi"],
  ["unauthenticated", "İki adımlı giriş"],
  ["second_factor_wrong", "İki adımlı giriş"],
];

for (const [code, screen] of CODE_STEP) {
  Deno.test(`a code that is refused with ${code} leads to '${screen}'`, async () => {
    await using app = await testApp();
    await using panel = await openWholePanel(app, "/panel/login");
    panel.network.answer("POST", LOGIN, refusal("second_factor_required"));
    await sendLogin("ayse@ornek.test");
    await headed("İki adımlı giriş");
    panel.network.answer("POST", LOGIN, refusal(code, "Olmadı."));
    await fill({ "Uygulamadaki kod": "123456" });
    await send("Giriş yap");
    await until(() => pageText().includes("Olmadı."));
    assert.equal(heading(), screen);
  });
}

const LINKS: [path: string, call: string, code: ErrorCode, told: string][] = [
  [
    "/panel/reset-password/x",
    "/api/auth/reset-password/",
    "reset_link_invalid",
    "Yeni bir bağlantı iste",
  ],
  ["/panel/reset-password/x", "/api/auth/reset-password/", "malformed_body", "kontrol edilemedi"],
  ["/panel/join/x", "/api/team/join/", "invitation_invalid", "Bu davet artık geçerli değil"],
  ["/panel/join/x", "/api/team/join/", "malformed_body", "Davet yüklenemedi."],
];

for (const [path, call, code, told] of LINKS) {
  Deno.test(`the link ${path}, refused with ${code}, says '${told}'`, async () => {
    await using app = await testApp();
    const refuse = refusal(code);
    const fetch: typeof app.fetch = async (input, init) =>
      String(input).startsWith(call) ? await refuse({} as never) : await app.fetch(input, init);
    await using _ = await openWholePanel({ fetch }, path);
    await until(() => pageText().includes(told));
  });
}
