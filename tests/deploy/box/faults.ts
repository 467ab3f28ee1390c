// What goes wrong on a cafe's computer with the package installed, and what the package then has to do.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { until } from "../../support/time/until.ts";
import type { Box } from "./box.ts";

const GUIDE = join(import.meta.dirname!, "../../../deploy/box.md");
const SETTINGS = "/etc/siradaki.env";

/** Leaves a data folder as a service without a fixed account does: a link to files of a number that is no account. */
export async function leaveFilesOfAnotherAccount(box: Box): Promise<void> {
  await box.mustRun([
    ...["systemd-run", "--wait", "--quiet", "--property=DynamicUser=yes"],
    ...["--property=StateDirectory=siradaki", "mkdir", "-p", "/var/lib/siradaki/backups"],
  ]);
}

/** A mistake in the settings stands where the guide says to look, and the next start is without it. */
export async function mistakeInSettings(box: Box): Promise<void> {
  const guide = await Deno.readTextFile(GUIDE);
  const [, look] = /Yine açılmıyor\.\*\*[^`]+`sudo ([^`]+)`/.exec(guide) ?? [];
  await box.mustRun(["cp", "--preserve", SETTINGS, "/root/settings"]);
  for (const [mistake, said] of [["LOG_LEVEL=loud", "LOG_LEVEL is not"], ["my secret", "line "]]) {
    await box.mustRun(["sh", "-c", `echo '${mistake}' >> ${SETTINGS}; systemctl restart siradaki`]);
    await until(async () => await restarts(box) > 0);
    const shown = await box.mustRun(look!.replace(/\s+/g, " ").split(" "));
    assert.match(shown, new RegExp(`Cannot read the configuration:[^]*${said}`));
    await box.mustRun(["cp", "--preserve", "/root/settings", SETTINGS]);
  }
  await box.mustRun(["chmod", "0600", SETTINGS]);
  await box.mustRun(["chown", "root:root", SETTINGS]);
  const unreadable = await box.run(["siradaki", "letters"]);
  assert.match(unreadable.noted, /siradaki may not read \/etc\/siradaki\.env$/);
  assert.equal(unreadable.code, 1);
  await box.mustRun(["cp", "--preserve", "/root/settings", SETTINGS]);
}

/** A copy for which the stick has no room leaves nothing there. */
export async function fullStick(box: Box): Promise<void> {
  await box.mustRun(["mkdir", "/media/full"]);
  await box.mustRun(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", "/media/full"]);
  const { code, noted } = await box.run(["siradaki", "backup", "/media/full"]);
  assert.match(noted, /into \/media\/full: is there room/);
  assert.equal(code, 1);
  assert.equal(await box.mustRun(["ls", "-A", "/media/full"]), "");
  await box.mustRun(["umount", "/media/full"]);
}

/** The terminal is closed while a copy is read from a slow stick. The caller sees whether the service is up again. */
export async function closedTerminal(box: Box): Promise<void> {
  const said = await box.mustRun([
    "bash",
    "-c",
    `mkfifo /run/slow
    setsid siradaki restore /run/slow &
    # Goes on when the command reads, so that the service is stopped by then.
    exec 3> /run/slow
    systemctl is-active siradaki
    kill -HUP -- -$!
    exec 3>&-
    wait $!
    echo $?`,
  ]);
  assert.equal(said, "inactive\n129");
}

async function restarts(box: Box): Promise<number> {
  return Number(
    await box.mustRun(["systemctl", "show", "--property=NRestarts", "--value", "siradaki"]),
  );
}
