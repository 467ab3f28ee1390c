import { strict as assert } from "node:assert";
import { join } from "node:path";
import { filePost } from "../../server/mail/post.ts";
import { newId } from "../../server/ids.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";

const AT = Date.UTC(2026, 10, 22, 18, 0);

Deno.test("letters prints the newest three letters, the newest last, with the verification code", async () => {
  await using folder = await temporaryFolder();
  const post = filePost(join(folder.path, "outbox"));
  // The last two were written in the same second.
  for (
    const [writtenAt, code] of [[0, "111111"], [60_000, "222222"], [90_000, "333333"], [
      90_001,
      "444444",
    ]] as const
  ) {
    await post({
      id: newId(AT + writtenAt),
      to: "ayse@ornek.test",
      writtenAt: AT + writtenAt,
      subject: "Hesabınızı doğrulayın – Sıradaki",
      text: `Doğrulama kodunuz:\n\n    ${code}\n`,
      html: "",
    });
  }
  await Deno.writeTextFile(join(folder.path, "outbox/2026-11-22_19-00-00_X.txt.part"), "999999");
  const { code, printed, noted } = await runCommand(["letters"], { DATA_DIR: folder.path });
  assert.deepEqual([code, noted], [0, ""]);
  const codes = [...printed.matchAll(/^ {4}(\d{6})$/gm)].map(([, code]) => code);
  assert.deepEqual(codes, ["222222", "333333", "444444"]);
  assert.match(printed, /^Kime: ayse@ornek\.test$/m);
  assert.match(
    printed,
    new RegExp(`^${join(folder.path, "outbox", "2026-11-22_18-01-00_")}\\S+\\.txt$`, "m"),
  );
});

Deno.test("letters escapes what a terminal would obey", async () => {
  await using folder = await temporaryFolder();
  const title = "Dön\u001b]0;baslik\u0007 \u009b2J\u202Ebebeğim\r";
  await filePost(join(folder.path, "outbox"))({
    ...{ id: newId(AT), to: "ayse@ornek.test", writtenAt: AT, subject: "Cuma akşamı", html: "" },
    text: `Ne istediler?\n  ${title}\n`,
  });
  const { printed } = await runCommand(["letters"], { DATA_DIR: folder.path });
  assert.ok(!/(?!\n)[\p{Cc}\u202E]/u.test(printed), printed);
  const shown = String.raw`  Dön\u001b]0;baslik\u0007 \u009b2J\u202ebebeğim\u000d`;
  assert.ok(printed.includes(`Ne istediler?\n${shown}\n`), printed);
});

Deno.test("letters says that there are none, and makes nothing", async () => {
  await using folder = await temporaryFolder();
  const outbox = join(folder.path, "outbox");
  const environment = { DATA_DIR: folder.path };
  const none = { code: 0, printed: `There are no letters in ${outbox}.`, noted: "" };
  assert.deepEqual(await runCommand(["letters"], environment), none);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
  await Deno.mkdir(outbox);
  assert.deepEqual(await runCommand(["letters"], environment), none);
});

Deno.test("letters says that letters are sent by e-mail if SMTP is configured", async () => {
  await using folder = await temporaryFolder();
  const { code, printed } = await runCommand(["letters"], {
    DATA_DIR: folder.path,
    SMTP_URL: "smtp://user:gizli@mail.example.com",
  });
  assert.deepEqual([code, printed], [
    0,
    "Letters are sent by e-mail, because SMTP_URL is set. None is written into a folder.",
  ]);
});

Deno.test("letters says what to do if the folder cannot be read", async () => {
  await using folder = await temporaryFolder();
  const outbox = join(folder.path, "outbox");
  await Deno.writeTextFile(outbox, "This is no folder.");
  const { code, printed, noted } = await runCommand(["letters"], { DATA_DIR: folder.path });
  assert.deepEqual([code, printed], [1, ""]);
  assert.match(
    noted,
    /^Cannot read the letters in \S+outbox: .+\. Run this as the account that serves$/,
  );
});
