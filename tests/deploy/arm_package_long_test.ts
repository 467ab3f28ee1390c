// The package for ARM computers such as the Raspberry Pi, on an emulated processor.
import { join } from "node:path";
import { PLATFORMS } from "../../deploy/package/platforms.ts";
import { serveAnEvening, unpacked } from "./box/packaged.ts";

/** Debian's package qemu-user-static. */
const QEMU = "/usr/bin/qemu-aarch64-static";
/** Debian's packages libc6-arm64-cross and libgcc-s1-arm64-cross. */
const LIBRARIES = "/usr/aarch64-linux-gnu";

const missing = await noEmulator();
Deno.test({
  name: missing
    ? `SKIPPED: the package for ARM was not run, since ${missing}`
    : "the package for ARM serves an evening, backs up and restores on an emulated processor",
  ignore: missing !== undefined,
  async fn() {
    const packaged = await unpacked(PLATFORMS.find(({ arch }) => arch === "arm64")!);
    const deno = join(packaged.home, "deno");
    await Deno.rename(deno, `${deno}.arm64`);
    // The kernel here does not start programs of another processor by itself.
    const emulated = `#!/bin/sh\nexec ${QEMU} -L ${LIBRARIES} "$0.arm64" "$@"\n`;
    await Deno.writeTextFile(deno, emulated, { mode: 0o755 });
    await serveAnEvening(packaged);
    await Deno.remove(packaged.folder, { recursive: true });
  },
});

async function noEmulator(): Promise<string | undefined> {
  for (const path of [QEMU, LIBRARIES]) {
    if (!await Deno.stat(path).then(() => true, () => false)) return `${path} is not there`;
  }
}
