import { strict as assert } from "node:assert";
import { join } from "node:path";
import { startMessage } from "../server/commands/serve.ts";
import { type Config, readConfig } from "../server/config.ts";
import { ConfigError } from "../server/environment.ts";
import { DataDirError } from "../server/stored_secret.ts";

const LONG_SECRET = "a".repeat(32);
const REMOTE = {
  DATABASE_URL: "libsql://cafe.example.com",
  APP_ORIGIN: "https://siradaki.example.com",
  JWT_SECRET: LONG_SECRET,
  ENCRYPTION_KEY: LONG_SECRET,
};

Deno.test("the start message says whether the guests' address is reachable from this machine, the network or the internet", async () => {
  await using folder = await dataFolder();
  const reach = (guestOrigin: string) =>
    startMessage(folder.read(), guestOrigin).find((line) => line.includes("Müşteriler"))!;
  assert.match(
    reach("http://127.0.0.1:8000"),
    /127\.0\.0\.1:8000 \(yalnızca bu bilgisayarda; QR kod bu adresi taşır\)/,
  );
  assert.match(
    reach("http://192.168.1.20:8000"),
    /192\.168\.1\.20:8000 \(aynı ağdaki telefonlar; QR kod bu adresi taşır\)/,
  );
  const open = reach("https://istek.example.com");
  assert.match(open, /https:\/\/istek\.example\.com \(QR kod bu adresi taşır\)/);
});

Deno.test("the start message has one line about the data controller until both of its variables are set", async () => {
  await using folder = await dataFolder();
  const lines = (environment: Record<string, string>) =>
    startMessage(folder.read(environment), "http://127.0.0.1:8000").filter((line) =>
      /OPERATOR/.test(line)
    );
  const [name, contact] = [{ OPERATOR_NAME: "Çınar" }, { OPERATOR_CONTACT: "0212 000 00 00" }];
  assert.equal(lines({}).length, 1);
  assert.match(lines({})[0]!, /OPERATOR_NAME ve OPERATOR_CONTACT verilmedi; .*veri sorumlusu/);
  assert.match(lines(name)[0]!, / OPERATOR_CONTACT verilmedi/);
  assert.match(lines(contact)[0]!, / OPERATOR_NAME verilmedi/);
  assert.deepEqual(lines({ ...name, ...contact }), []);
});

Deno.test("an empty environment is a complete configuration", async () => {
  await using folder = await dataFolder();
  const config = folder.read();
  const { jwtSecret, encryptionKey, ...rest } = config;
  assert.deepEqual(rest, {
    host: "0.0.0.0",
    port: 8000,
    appOrigin: "http://127.0.0.1:8000",
    guestOrigin: undefined,
    dataDir: folder.path,
    musicDir: undefined,
    musicCafes: [],
    database: { url: `file:${join(folder.path, "cafe.db")}`, authToken: undefined },
    spotify: {
      clientId: "demo",
      clientSecret: "demo",
      accountsUrl: "http://127.0.0.1:8000/demo",
      apiUrl: "http://127.0.0.1:8000/demo/v1",
      callsPer30S: 90,
      demo: true,
    },
    mail: { smtpUrl: undefined, from: "Sıradaki <noreply@localhost>" },
    admin: undefined,
    operator: { name: undefined, contact: undefined },
    trustedProxyHops: 0,
    payoutFeePercent: 0,
    payoutMinKurus: 0,
    logLevel: "info",
    rateLimits: true,
    registration: "open",
  });
  assert.ok(jwtSecret.length >= 32 && encryptionKey.length >= 32 && jwtSecret !== encryptionKey);
});

Deno.test("data goes to ./data without DATA_DIR", () => {
  const { dataDir, database } = readConfig({
    JWT_SECRET: LONG_SECRET,
    ENCRYPTION_KEY: LONG_SECRET,
  });
  assert.equal(dataDir, "./data");
  assert.equal(database.url, "file:data/cafe.db");
});

Deno.test("every variable is read", async () => {
  await using folder = await dataFolder();
  const config = folder.read({
    HOST: "127.0.0.1",
    PORT: "9001",
    APP_ORIGIN: "https://panel.example.com/",
    GUEST_ORIGIN: "https://istek.example.com",
    MUSIC_DIR: "/srv/music",
    MUSIC_CAFES: " 01jd3fvq0n8xkz5b7yrt2m4c6h, 01JD3FVQ0N8XKZ5B7YRT2M4C6J",
    DATABASE_URL: "https://cafe.turso.example",
    DATABASE_AUTH_TOKEN: "jeton",
    JWT_SECRET: "j".repeat(40),
    ENCRYPTION_KEY: "e".repeat(40),
    SPOTIFY_CLIENT_ID: "id",
    SPOTIFY_CLIENT_SECRET: "secret",
    SPOTIFY_ACCOUNTS_URL: "http://127.0.0.1:9100/",
    SPOTIFY_API_URL: "http://127.0.0.1:9100/v1/",
    SPOTIFY_CALLS_PER_30S: "180",
    SMTP_URL: "smtps://user:pass@mail.example.com:465",
    MAIL_FROM: "Kafe <kafe@example.com>",
    ADMIN_EMAIL: " Yonetici@Example.com ",
    ADMIN_PASSWORD: "uzun-bir-sifre",
    OPERATOR_NAME: " Çınar Kahve Ltd. Şti. ",
    OPERATOR_CONTACT: "kvkk@cinar.example",
    TRUSTED_PROXY_HOPS: "2",
    PAYOUT_FEE_PERCENT: "7.5",
    PAYOUT_MIN_TL: "99.50",
    LOG_LEVEL: "debug",
    RATE_LIMITS: "off",
    REGISTRATION: "closed",
  });
  assert.deepEqual(
    config,
    {
      host: "127.0.0.1",
      port: 9001,
      appOrigin: "https://panel.example.com",
      guestOrigin: "https://istek.example.com",
      dataDir: folder.path,
      musicDir: "/srv/music",
      musicCafes: ["01JD3FVQ0N8XKZ5B7YRT2M4C6H", "01JD3FVQ0N8XKZ5B7YRT2M4C6J"],
      database: { url: "https://cafe.turso.example", authToken: "jeton" },
      jwtSecret: "j".repeat(40),
      encryptionKey: "e".repeat(40),
      spotify: {
        clientId: "id",
        clientSecret: "secret",
        accountsUrl: "http://127.0.0.1:9100",
        apiUrl: "http://127.0.0.1:9100/v1",
        callsPer30S: 180,
        demo: false,
      },
      mail: {
        smtpUrl: "smtps://user:pass@mail.example.com:465",
        from: "Kafe <kafe@example.com>",
      },
      admin: { email: "yonetici@example.com", password: "uzun-bir-sifre" },
      operator: { name: "Çınar Kahve Ltd. Şti.", contact: "kvkk@cinar.example" },
      trustedProxyHops: 2,
      payoutFeePercent: 7.5,
      payoutMinKurus: 9950,
      logLevel: "debug",
      rateLimits: false,
      registration: "closed",
    } satisfies Config,
  );
});

Deno.test("with credentials alone, the music service is Spotify", async () => {
  await using folder = await dataFolder();
  const { spotify } = folder.read({ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" });
  assert.equal(spotify.accountsUrl, "https://accounts.spotify.com");
  assert.equal(spotify.apiUrl, "https://api.spotify.com/v1");
  assert.equal(spotify.demo, false);
});

Deno.test("an empty variable counts as missing", async () => {
  await using folder = await dataFolder();
  const config = folder.read({
    PORT: "",
    LOG_LEVEL: "",
    SMTP_URL: "",
    APP_ORIGIN: "",
    MUSIC_CAFES: "",
  });
  assert.equal(config.port, 8000);
  assert.equal(config.mail.smtpUrl, undefined);
  assert.deepEqual(config.musicCafes, []);
  assert.equal(folder.read({ MUSIC_CAFES: "all" }).musicCafes, "all");
});

Deno.test("GUEST_ORIGIN defaults to APP_ORIGIN if that is no loopback, or if HOST is one", async () => {
  await using folder = await dataFolder();
  assert.equal(folder.read({ APP_ORIGIN: "https://a.example" }).guestOrigin, "https://a.example");
  assert.equal(folder.read({ HOST: "127.0.0.1" }).guestOrigin, "http://127.0.0.1:8000");
});

const MISTAKES: [variable: string, value: string, says: RegExp][] = [
  ["PORT", "65536", /PORT is not a whole number from 0 to 65535 \(it is '65536'\)/],
  ["PORT", "8000x", /PORT is not a whole number/],
  ["PORT", "-1", /PORT is not a whole number/],
  ["APP_ORIGIN", "example.com", /APP_ORIGIN is not an origin/],
  ["APP_ORIGIN", "https://example.com/panel", /APP_ORIGIN is not an origin/],
  ["APP_ORIGIN", "ftp://example.com", /APP_ORIGIN is not an origin/],
  ["GUEST_ORIGIN", "https://example.com?x=1", /GUEST_ORIGIN is not an origin/],
  ["DATABASE_URL", "postgres://db/cafe", /DATABASE_URL is not a file:, libsql:, https: or http:/],
  ["DATABASE_URL", "libsql:", /DATABASE_URL is not a file:, libsql:, https: or http:/],
  ["DATABASE_URL", "file:/100%/cafe.db", /DATABASE_URL is not a file:, libsql:, https: or http:/],
  ["JWT_SECRET", "a".repeat(31), /JWT_SECRET is shorter than 32 bytes/],
  ["ENCRYPTION_KEY", "short", /ENCRYPTION_KEY is shorter than 32 bytes/],
  ["SPOTIFY_CLIENT_ID", "id", /SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET go together/],
  ["SPOTIFY_CLIENT_SECRET", "s", /SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET go together/],
  ["SPOTIFY_ACCOUNTS_URL", "accounts", /SPOTIFY_ACCOUNTS_URL is not an http\(s\) URL/],
  ["SPOTIFY_CALLS_PER_30S", "19", /SPOTIFY_CALLS_PER_30S is not a whole number from 20 to 10000/],
  ["SPOTIFY_API_URL", "ws://api", /SPOTIFY_API_URL is not an http\(s\) URL/],
  ["SMTP_URL", "mail.example.com", /SMTP_URL is not an smtp\(s\) URL/],
  ["SMTP_URL", "smtp:", /SMTP_URL is not an smtp\(s\) URL/],
  ["ADMIN_EMAIL", "yonetici@example.com", /ADMIN_EMAIL and ADMIN_PASSWORD go together/],
  ["ADMIN_PASSWORD", "uzun-bir-sifre", /ADMIN_EMAIL and ADMIN_PASSWORD go together/],
  ["ADMIN_EMAIL", "yonetici", /ADMIN_EMAIL is not an e-mail address/],
  ["ADMIN_PASSWORD", "kisa", /ADMIN_PASSWORD has fewer than 8 characters/],
  ["TRUSTED_PROXY_HOPS", "all", /TRUSTED_PROXY_HOPS is not a whole number from 0 to 10/],
  ["PAYOUT_FEE_PERCENT", "100", /PAYOUT_FEE_PERCENT is not a percentage below 100/],
  ["PAYOUT_FEE_PERCENT", "1.234", /PAYOUT_FEE_PERCENT is not a percentage/],
  ["PAYOUT_MIN_TL", "1,5", /PAYOUT_MIN_TL is not an amount such as 100 or 99\.50/],
  ["PAYOUT_MIN_TL", "-1", /PAYOUT_MIN_TL is not an amount/],
  ["LOG_LEVEL", "verbose", /LOG_LEVEL is not debug, info, warn or error \(it is 'verbose'\)/],
  [
    "MUSIC_CAFES",
    "everyone",
    /MUSIC_CAFES is neither all nor ids of cafes with commas between them/,
  ],
  ["REGISTRATION", "off", /REGISTRATION is neither open nor closed/],
  ["RATE_LIMITS", "no", /RATE_LIMITS is neither on nor off/],
  ["RATE_LIMITS", "off", /RATE_LIMITS is off, which is accepted only if HOST is a loopback/],
];

for (const [variable, value, says] of MISTAKES) {
  Deno.test(`${variable}=${value} is refused`, () => {
    assert.throws(
      () => readConfig({ [variable]: value }),
      (error) => error instanceof ConfigError && says.test(error.message),
    );
  });
}

Deno.test("a remote database requires APP_ORIGIN and both secrets", () => {
  assert.throws(() => readConfig({ DATABASE_URL: REMOTE.DATABASE_URL }), (error: ConfigError) => {
    assert.deepEqual(
      error.mistakes,
      ["APP_ORIGIN", "JWT_SECRET", "ENCRYPTION_KEY"].map((name) =>
        `${name} is required if DATABASE_URL is a remote database`
      ),
    );
    return true;
  });
  assert.equal(readConfig(REMOTE).database.url, REMOTE.DATABASE_URL);
});

Deno.test("all mistakes are in one message without secrets, and nothing is written", async () => {
  await using folder = await dataFolder();
  const untouched = join(folder.path, "untouched");
  const hidden = {
    JWT_SECRET: "tiny-jwt",
    ENCRYPTION_KEY: "tiny-key",
    ADMIN_PASSWORD: "tiny-pw",
    DATABASE_URL: "mysql://user:tiny-db@host",
    SMTP_URL: "http://user:tiny-mail@host",
  };
  assert.throws(
    () => readConfig({ DATA_DIR: untouched, PORT: "x", LOG_LEVEL: "loud", ...hidden }),
    (error: ConfigError) => {
      for (const name of [...Object.keys(hidden), "PORT", "LOG_LEVEL", "ADMIN_EMAIL"]) {
        assert.match(error.message, new RegExp(`  - ${name}`));
      }
      assert.doesNotMatch(error.message, /tiny/);
      return true;
    },
  );
  await assert.rejects(Deno.stat(untouched), Deno.errors.NotFound);
});

Deno.test("generated secrets are readable by the server's user alone, and are kept", async () => {
  await using folder = await dataFolder();
  const first = folder.read();
  const second = folder.read();
  assert.equal(second.jwtSecret, first.jwtSecret);
  assert.equal(second.encryptionKey, first.encryptionKey);
  if (Deno.build.os === "windows") return;
  for (const name of ["jwt_secret", "encryption_key"]) {
    assert.equal((await Deno.stat(join(folder.path, name))).mode! & 0o777, 0o600);
  }
});

Deno.test("an unusable folder or an incomplete secret is reported in one sentence without the secret", async () => {
  await using folder = await dataFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  assert.throws(
    () => readConfig({ DATA_DIR: file }),
    (error) =>
      error instanceof DataDirError && error.message.startsWith(`Cannot use DATA_DIR '${file}': `),
  );
  for (const kept of ["", "yarim-sir"]) {
    await Deno.writeTextFile(join(folder.path, "encryption_key"), kept);
    assert.throws(() => folder.read(), {
      name: "DataDirError",
      message:
        `Cannot use DATA_DIR '${folder.path}': encryption_key in it is shorter than 32 bytes`,
    });
  }
});

Deno.test("processes that start at once use the same generated secrets", async () => {
  await using folder = await dataFolder();
  const config = join(import.meta.dirname!, "../server/config.ts");
  const script = `const { readConfig } = await import(${JSON.stringify(`file://${config}`)});
    const c = readConfig({ DATA_DIR: ${JSON.stringify(folder.path)} });
    console.log(c.jwtSecret + " " + c.encryptionKey);`;
  const outputs = await Promise.all(Array.from({ length: 4 }, async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", script],
      stderr: "inherit",
    }).output();
    return new TextDecoder().decode(stdout).trim();
  }));
  assert.match(outputs[0]!, /^\S{43} \S{43}$/);
  assert.equal(new Set(outputs).size, 1);
});

async function dataFolder() {
  const path = await Deno.makeTempDir({ prefix: "siradaki-config-" });
  return {
    path,
    read: (environment: Record<string, string> = {}) =>
      readConfig({ DATA_DIR: path, ...environment }),
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}
