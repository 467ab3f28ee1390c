// What the terminal says of the music service once the server listens.
import { strict as assert } from "node:assert";
import { startMessage } from "../../server/commands/serve.ts";
import { readConfig } from "../../server/config.ts";

const SECRETS = { JWT_SECRET: "j".repeat(32), ENCRYPTION_KEY: "e".repeat(32) };

Deno.test("the start message says that Spotify is the demo account until credentials are set", () => {
  const spotify = (environment: Record<string, string> = {}) => {
    const config = readConfig({ ...SECRETS, ...environment });
    return startMessage(config, config.appOrigin).filter((line) => line.includes("Spotify"));
  };
  assert.equal(spotify().length, 1);
  assert.match(spotify()[0]!, /örnek hesap, ses çıkmaz/);
  assert.deepEqual(spotify({ SPOTIFY_CLIENT_ID: "c", SPOTIFY_CLIENT_SECRET: "s" }), []);
});
