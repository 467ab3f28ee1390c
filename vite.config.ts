// Builds client/ into client/dist. Vite's mode names one of the programs, each with its style sheet. They are built
// apart, because a shared chunk would make guests load code that only another program uses.
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { TEXT_NAMES } from "./server/contract/languages/language.ts";

const INPUTS: Record<string, string[]> = {
  islands: ["client/islands/main.tsx", "client/styles/public.css", "client/styles/cafe.css"],
  television: ["client/islands/television/main.tsx", "client/styles/television.css"],
  panel: ["client/panel/main.tsx", "client/styles/panel.css"],
};

/**
 * Replaces Vite's code around each dynamic import, which preloads what a chunk imports (see `modulePreload`). Browsers
 * remember that a chunk did not arrive and do not fetch its address again: after a failure each chunk has a new address.
 * A chunk that is fetched later must therefore import nothing but the entry.
 */
const freshImports: Plugin[] = [{
  name: "fresh-imports",
  enforce: "pre",
  load: (id) => id === "\0vite/preload-helper.js" ? IMPORT_AGAIN : null,
}, {
  name: "fresh-addresses",
  enforce: "post",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      if (file.isDynamicEntry && file.imports.some((name) => !name.includes("/main-"))) {
        this.error(`${file.fileName} imports ${file.imports}, which may have another address`);
      }
      let found = 0;
      file.code = file.code.replace(LATER_IMPORT, (_all, before, address) => {
        found += 1;
        return `($again)=>${before ?? ""}import(${address}+$again)`;
      });
      if (found !== file.dynamicImports.length) {
        this.error(
          `${file.fileName} has ${file.dynamicImports.length} later imports, not ${found}`,
        );
      }
    }
  },
}];
/** Loads that fail together are followed by one new address, so that no chunk arrives twice. */
const IMPORT_AGAIN = `let again = "";
export const __vitePreload = (load) => {
  const by = again;
  return load(by).catch((error) => {
    if (by === again) again += "?";
    throw error;
  });
};`;
/** As the build writes it: what stands before `import`, and the chunk's address. A failure must reach what called it. */
const LATER_IMPORT = /\(\)=>(\{let\{\w+:\w+\}=await )?import\((`\.\/[^`]+`)\)(?!\.then)/g;

/**
 * What every screen of the panel needs is one script with all that it imports, and so is the frame of a cafe's screens:
 * each script is compressed for itself, and thirty small ones are a twelfth more.
 */
const FRAMES = [
  {
    name: "main",
    test: /client\/(panel\/main|components\/(Brand|Notices|TextField))\.tsx$|useLocation\.js$/,
  },
  {
    name: "cafe",
    test:
      /client\/(panel\/(routes\/_owner\.tsx\?|(files|till\/TillTick|share\/ReachNotice|music\/ConnectionActions)\.)|components\/(Empty|Qr|Money))|contract\/fold/,
  },
];

/**
 * Replaces the name of each text of the guests' pages by its position in the list that a page carries, so that neither the
 * page nor the script holds the names (docs/languages.md).
 */
const numberedTexts: Plugin = {
  name: "numbered-texts",
  apply: "build",
  transform(code, id) {
    if (!id.includes("/client/islands/")) return null;
    return code.replace(/(?<!\.)\btexts\.(\w+)/g, (_, name) => {
      const position = (TEXT_NAMES as string[]).indexOf(name);
      if (position < 0) this.error(`There is no text ${name}`);
      return `texts[${position}]`;
    });
  },
};

/** In development texts come and go while this process runs, so the browser looks up their positions. */
const textsByName: Plugin = {
  name: "texts-by-name",
  apply: "serve",
  transform(code, id) {
    if (!id.includes("/client/islands/") || !/\btexts\.\w/.test(code)) return null;
    const names = `import { TEXT_NAMES as $names } from "/server/contract/languages/language.ts";`;
    return code.replace(/(?<!\.)\btexts\.(\w+)/g, `texts[$names.indexOf("$1")]`) + `\n${names}\n`;
  },
};

export default defineConfig(({ mode }) => ({
  // The router's plugin works only at the repository's root.
  root: import.meta.dirname,
  publicDir: "client/public",
  plugins: [
    tanstackRouter({
      target: "react",
      addExtensions: true,
      autoCodeSplitting: true,
      // What says that a screen's script is missing must be there.
      codeSplittingOptions: { defaultBehavior: [["component"]] },
      routesDirectory: "client/panel/routes",
      generatedRouteTree: "client/panel/route_tree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    mode === "islands" && [freshImports, numberedTexts],
    textsByName,
  ],
  // What the router takes along for a React that does not have it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: "react" }] },
  build: {
    outDir: "client/dist",
    // deploy/build/ empties the folder before all builds.
    emptyOutDir: false,
    manifest: `.vite/${mode}.json`,
    // The licences of the packages inside, which their authors ask to be handed on.
    license: { fileName: `.vite/${mode}_licences.md` },
    // The Content-Security-Policy allows no data: fonts, and browsers with modules support modulepreload.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the islands' chunks import is there already: the entry, and the chunk that loads another one.
      ...(mode === "islands" && { resolveDependencies: () => [] }),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: INPUTS[mode],
      output: mode === "panel" ? { codeSplitting: { groups: FRAMES } } : {},
    },
  },
}));
