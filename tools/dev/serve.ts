// The server of `deno task dev`: the product from its sources, with the client from Vite (on the port that is its first argument).
import { compose } from "../../main.ts";
import { runCommandLine } from "../../server/commands/command_line.ts";
import type { Assets } from "../../server/pages/assets.ts";
import { besideClient } from "./beside_client.ts";

/** Pages name sources, which Vite compiles when a browser asks for them. */
const SOURCES: Assets = {
  cafeStyle: undefined,
  stylesheet: (look) => `/client/styles/${look}.css`,
  scripts: (program) => [`/client/${program}/main.tsx`],
  laterScripts: () => [],
  fonts: [],
};

/** The lines that welcome a person are for the first start. */
const WELCOME = /^$|^ {2}|^Sıradaki hazır/;
const [clientPort = "", restarted] = Deno.args;

const context = {
  environment: Deno.env.toObject(),
  compose: (config: Parameters<typeof compose>[0]) => compose(config, { assets: () => SOURCES }),
  around: besideClient(clientPort),
  now: Date.now,
  input: () => Deno.stdin.readable,
  print: console.log,
  note(line: string) {
    if (!restarted || !WELCOME.test(line)) console.error(line);
  },
};
Deno.exit(await runCommandLine(["serve"], context));
