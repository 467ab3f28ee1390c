// The pages of a cafe whose music does not come from a music account.
import { strict as assert } from "node:assert";
import { chooseSource, manualCafe } from "../support/music/manual_cafe.ts";
import { connect } from "../support/people/connection.ts";

for (const path of ["", "/ekran"]) {
  Deno.test(`/cafe/{cafeId}${path} names the demo music account only while the cafe's music comes from it`, async () => {
    await using cafe = await manualCafe();
    const { app, owner } = cafe;
    const text = async () => {
      const page = await app.call("GET", `/cafe/${owner.cafeId}${path}`);
      assert.equal(page.status, 200);
      // Without the style sheet, and without the data of the islands.
      return (await page.text()).replace(/<style>[^]*?<\/style>/, "").replace(/<[^>]*>/g, " ");
    };
    assert.doesNotMatch(await text(), /Spotify|Demo|müzik hesab/i);
    await connect(app, owner.token);
    assert.equal((await chooseSource(app, owner.token, "spotify")).status, 200);
    assert.match(await text(), /Demo: Spotify yerine/);
  });
}
