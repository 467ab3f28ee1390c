import { strict as assert } from "node:assert";
import { testApp } from "../support/start/test_app.ts";

/** The text of the page, and its markup. */
async function read(environment: Record<string, string>) {
  await using app = await testApp(environment);
  const html = await (await app.fetch("/aydinlatma-metni")).text();
  const text = html.replace(/<!-- -->/g, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")
    .replaceAll("&#x27;", "'");
  return { html, text };
}

Deno.test("the privacy page names the data controller and the way to reach it", async () => {
  const { html, text } = await read({
    OPERATOR_NAME: "Çınar <Kahve> Ltd. Şti.",
    OPERATOR_CONTACT: "kvkk@cinar.example",
  });
  assert.match(text, /Veri sorumlusu: Çınar &lt;Kahve&gt; Ltd\. Şti\./);
  assert.match(html, /<a href="mailto:kvkk@cinar\.example">kvkk@cinar\.example<\/a>/);
});

Deno.test("the privacy page shows a contact that is no e-mail address as text", async () => {
  const { html, text } = await read({ OPERATOR_CONTACT: "javascript:alert(1) @ 0212 000 00 00" });
  assert.match(text, /başvurularınız için: javascript:alert\(1\) @ 0212 000 00 00/);
  assert.doesNotMatch(html, /href="(mailto|javascript)/);
});

Deno.test("without a name and a contact, the privacy page refers to the cafe", async () => {
  const { text } = await read({});
  assert.match(text, /Veri sorumlusu, bu hizmeti işleten işletmedir\./);
  assert.match(text, /Sorularınızı kafeye veya hizmeti size sunan işletmeye iletebilirsiniz\./);
});

Deno.test("with real Spotify the privacy page says that covers and search words go to Spotify", async () => {
  const { text } = await read({ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" });
  assert.match(text, /arama kutusuna yazdıklarınız, .* Spotify'a iletilir/);
  assert.match(text, /kapaklarını tarayıcınız doğrudan .*i\.scdn\.co.* internet adresinizi görür/);
  assert.doesNotMatch(text, /misafirler hakkında bilgi iletilmez/);
});

Deno.test("with the demo account the privacy page names no service that gets anything", async () => {
  const { text } = await read({});
  assert.doesNotMatch(text, /Spotify|scdn/);
});

Deno.test("the privacy page says what is kept of the device of a login", async () => {
  const { text } = await read({});
  assert.match(
    text,
    /hangi tarayıcı ve işletim sistemiyle açıldığı .* oturum bitene kadar saklanır/,
  );
});
