// The Debian package on a computer as a cafe has it: a fresh Debian, its own systemd, no network.
import { strict as assert } from "node:assert";
import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import { makePackages } from "../../deploy/package/make_packages.ts";
import { PLATFORMS } from "../../deploy/package/platforms.ts";
import { type Box, noBox, startBox } from "./box/box.ts";
import {
  closedTerminal,
  fullStick,
  leaveFilesOfAnotherAccount,
  mistakeInSettings,
} from "./box/faults.ts";
import { buildProduct } from "../support/start/built.ts";
import { until } from "../support/time/until.ts";

const HERE = import.meta.dirname!;
const ORIGIN = "http://127.0.0.1:8000";
const DATA = "/var/lib/siradaki";
const STATUS = ["dpkg-query", "--show", "--showformat=${Status} ${Version}", "siradaki"];

const missing = await noBox();
Deno.test({
  name: missing
    ? `SKIPPED: the Debian package was not installed on a fresh Debian, since ${missing}`
    : "the Debian package is installed, serves, keeps backups, is updated and removed on a fresh Debian",
  ignore: missing !== undefined,
  async fn(t) {
    await buildProduct();
    const folder = await Deno.makeTempDir({ prefix: "siradaki-debian-" });
    const platform = PLATFORMS.find(({ cpu }) => cpu === Deno.build.arch)!;
    const earlier = await makePackages(folder, platform, { version: "0.0.1", level: 0 });
    const present = await makePackages(folder, platform, { level: 0 });
    await using box = await startBox();
    for (const { debian } of [earlier, present]) {
      await cp(debian, join(box.root, "srv", basename(debian)));
    }
    const dpkg = (...args: string[]) => box.mustRun(["dpkg", ...args]);
    const install = ({ debian }: typeof present) => dpkg("--install", `/srv/${basename(debian)}`);

    await t.step("an installation starts the service as its own account", async () => {
      await leaveFilesOfAnotherAccount(box);
      await install(earlier);
      await serving(box);
      assert.equal(await box.mustRun(["systemctl", "is-enabled", "siradaki"]), "enabled");
      assert.equal(await property(box, "User"), "siradaki");
      assert.equal(await ownersUnder(box, DATA), "siradaki:siradaki");
      assert.equal(await box.mustRun(["stat", "-c", "%a", DATA]), "700");
      assert.equal(
        await box.mustRun(["stat", "-c", "%a %U:%G", "/etc/siradaki.env"]),
        "640 root:siradaki",
      );
    });

    await t.step("a cafe has its evening on it", async () => {
      await box.inItsNetwork([
        ...[Deno.execPath(), "run", "-A", "--no-check"],
        ...[join(HERE, "box/evening_in_box.ts"), ORIGIN, join(box.root, DATA)],
      ]);
      assert.equal(await box.mustRun(["journalctl", "-u", "siradaki", "-p", "warning", "-q"]), "");
    });

    await t.step("the sandbox is as tight as the unit says", async () => {
      const said = await box.mustRun(["systemd-analyze", "security", "--no-pager", "siradaki"]);
      const [, exposure] = /exposure level for siradaki\.service: ([\d.]+)/.exec(said) ?? [];
      assert.ok(Number(exposure) <= 1.5, `exposure ${exposure}`);
      await box.mustRun([
        ...["systemd-analyze", "verify"],
        ...["siradaki.service", "siradaki-backup.service", "siradaki-backup.timer"],
      ]);
    });

    await t.step("a crash is followed by a start", async () => {
      await box.mustRun(["systemctl", "kill", "--signal=KILL", "siradaki"]);
      await until(async () => await property(box, "NRestarts") === "1");
      await serving(box);
    });

    const songs = () => sum(box, "select count(*) from song_requests");
    await t.step("commands run as the service's account, from any folder", async () => {
      assert.match(await box.mustRun(["siradaki", "--version"]), /^siradaki \d/);
      assert.match(await box.mustRun(["siradaki", "ledger:check"]), /\S/);
      assert.match(await box.mustRun(["siradaki", "letters"]), /\b\d{6}\b/);
      await box.mustRun(["siradaki", "payouts:close"]);
      const nobody = await box.run(["runuser", "-u", "nobody", "--", "siradaki", "backup"]);
      assert.deepEqual([nobody.code, nobody.printed], [1, ""]);
      assert.match(nobody.noted, /begin with sudo, as in: sudo siradaki backup$/);
      assert.equal(await ownersUnder(box, DATA), "siradaki:siradaki");
    });

    await t.step("backup copies into a folder that only root may write", async () => {
      await box.mustRun(["mkdir", "-m", "0700", "/media/stick"]);
      const said = await box.mustRun(["siradaki", "backup", "/media/stick"]);
      const [, copy] = /^(\/var\/lib\/siradaki\/backups\/\S+\.db)$/m.exec(said) ?? [];
      await box.mustRun(["cmp", copy!, `/media/stick/${basename(copy!)}`]);
      const none = await box.run(["siradaki", "backup", "/media/none"]);
      assert.match(none.noted, /there is no such folder\. Is the stick plugged in\?$/);
      assert.equal(none.code, 1);
      await fullStick(box);
    });

    await t.step("a mistake in the settings stands where the guide says to look", async () => {
      await mistakeInSettings(box);
      await serving(box);
    });

    await t.step("the timer's backup keeps the newest 14", async () => {
      assert.match(
        await box.mustRun(["systemctl", "list-timers", "--no-pager"]),
        /siradaki-backup\.timer/,
      );
      for (let day = 10; day < 25; day++) {
        const copy = `${DATA}/backups/daily-202601${day}-063000-000.db`;
        await box.mustRun([
          "install",
          "-o",
          "siradaki",
          "-g",
          "siradaki",
          "-m",
          "0600",
          "/dev/null",
          copy,
        ]);
      }
      await box.mustRun(["systemctl", "start", "siradaki-backup.service"]);
      const daily = await box.mustRun(["sh", "-c", `ls ${DATA}/backups | grep -c ^daily-`]);
      assert.equal(daily, "14");
    });

    await t.step(
      "restore stops the service, brings a copy back that only root may read, and starts it",
      async () => {
        const accounts = () => sum(box, "select count(*) from accounts");
        const before = [await songs(), await accounts()];
        const [copy] = (await box.mustRun(["sh", "-c", "ls /media/stick/*.db"])).split("\n");
        await box.mustRun(["chmod", "0600", copy!]);
        await registerAnotherCafe(box);
        assert.notEqual(await accounts(), before[1]);
        const said = await box.mustRun([
          "sh",
          "-c",
          `cd /media/stick && siradaki restore ${basename(copy!)}`,
        ]);
        assert.match(said, /^Restored /m);
        await serving(box);
        assert.deepEqual([await songs(), await accounts()], before);
        assert.equal(await ownersUnder(box, DATA), "siradaki:siradaki");
        const bad = await box.run(["siradaki", "restore", "/etc/passwd"]);
        assert.equal(bad.code, 1);
        await serving(box);
      },
    );

    await t.step("a restore whose terminal is closed starts the service again", async () => {
      await closedTerminal(box);
      await serving(box);
    });

    await t.step(
      "an update keeps the data and the settings, and starts the new version",
      async () => {
        const before = [await songs(), await property(box, "MainPID")];
        await box.mustRun(["sh", "-c", "echo LOG_LEVEL=warn >> /etc/siradaki.env"]);
        await install(present);
        await serving(box);
        assert.match(await box.mustRun(STATUS), /^install ok installed (?!0\.0\.1)/);
        assert.equal(await songs(), before[0]);
        assert.notEqual(await property(box, "MainPID"), before[1]);
        assert.match(await box.mustRun(["cat", "/etc/siradaki.env"]), /^LOG_LEVEL=warn$/m);
        assert.equal(await ownersUnder(box, DATA), "siradaki:siradaki");
      },
    );

    await t.step(
      "a removal stops the service and keeps the data, which another installation uses",
      async () => {
        const before = await songs();
        await dpkg("--remove", "siradaki");
        assert.notEqual((await box.run(["systemctl", "is-active", "siradaki"])).code, 0);
        assert.equal(
          await box.mustRun(["find", "/proc", "-maxdepth", "1", "-user", "siradaki"]),
          "",
        );
        assert.equal((await box.run(["test", "-e", "/usr/lib/siradaki"])).code, 1);
        await install(present);
        await serving(box);
        assert.equal(await songs(), before);
      },
    );

    await t.step("a purge asks, and keeps the data unless the answer is to delete it", async () => {
      await dpkg("--purge", "siradaki");
      await box.mustRun(["test", "-s", `${DATA}/cafe.db`]);
      assert.equal((await box.run(["test", "-e", "/etc/siradaki.env"])).code, 1);
      await install(present);
      await serving(box);
      await box.mustRun(["debconf-set-selections"], "siradaki siradaki/delete-data boolean true\n");
      await dpkg("--purge", "siradaki");
      assert.equal((await box.run(["test", "-e", DATA])).code, 1);
      assert.equal((await box.run(["getent", "passwd", "siradaki"])).code, 2);
      assert.equal(await box.mustRun(["systemctl", "is-system-running"]), "running");
    });
    await Deno.remove(folder, { recursive: true });
  },
});

/** Waits for the server's first answer. */
async function serving(box: Box): Promise<void> {
  const asks = [Deno.execPath(), "eval", `(await fetch("${ORIGIN}/healthz")).ok || Deno.exit(1)`];
  await until(() => box.inItsNetwork(asks).then(() => true, () => false));
}

/** What the copy that is restored does not have. */
async function registerAnotherCafe(box: Box): Promise<void> {
  const cafe = {
    ...{ name: "Sonraki Kafe", email: "sonraki@kafe.example", phoneNumber: "0532 000 00 01" },
    password: "sonraki kafenin uzun sözü",
  };
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(cafe),
  };
  const register = `const { status } = await fetch("${ORIGIN}/api/auth/register", ${
    JSON.stringify(request)
  });
  if (status !== 201) throw new Error("Status " + status);`;
  await box.inItsNetwork([Deno.execPath(), "eval", register]);
}

function property(box: Box, name: string): Promise<string> {
  return box.mustRun(["systemctl", "show", "--property", name, "--value", "siradaki"]);
}

/** Every account and group that something in the folder belongs to. */
function ownersUnder(box: Box, folder: string): Promise<string> {
  return box.mustRun(["sh", "-c", `find ${folder} -printf '%u:%g\\n' | sort -u`]);
}

/** The value that a query has as its result. Asked by a process of its own, since a restore needs the file closed. */
async function sum(box: Box, query: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      join(HERE, "box/ask_database.ts"),
      join(box.root, DATA, "cafe.db"),
      query,
    ],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}
