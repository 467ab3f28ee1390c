import { strict as assert } from "node:assert";
import { configureLogging } from "../../server/logging.ts";
import { testApp } from "../support/start/test_app.ts";

const TOKEN = "sEcReT-0f-a-LiNk";

for (
  const path of [
    "/panel/reset-password/",
    "/api/auth/reset-password/",
    "/panel/join/",
    "/api/team/join/",
    "/api/team/JOIN//",
  ]
) {
  Deno.test(`the log has ${path}:token in place of a link's token, whatever the answer`, async () => {
    const lines: string[] = [];
    await configureLogging("info", (line) => void lines.push(line));
    await using app = await testApp();
    await (await app.fetch(path + TOKEN)).body?.cancel();
    const [line] = lines.filter((each) => each.includes("siradaki.access"));
    assert.equal(JSON.parse(line!).properties.path, `${path}:token`);
    assert.ok(!lines.join("").includes(TOKEN));
  });
}
