// Unpacks archives of the package into the temporary folder, which own_chromium.ts names by TMPDIR. For that alone it is a
// process of its own.

const INFLATE = import.meta.resolve("@sparticuz/chromium");
const { inflate }: { inflate(archive: string): Promise<string> } = await import(INFLATE);
await Promise.all(Deno.args.map(inflate));
