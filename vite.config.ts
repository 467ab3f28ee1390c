// Builds client/ into client/dist. Vite's mode names one of the two programs, each with its stylesheet: apart,
// because guests load no panel, and a chunk shared with it would carry what only the panel uses.
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const INPUTS: Record<string, string[]> = {
  islands: ["client/islands/main.tsx", "client/styles/public.css"],
  panel: ["client/panel/main.tsx", "client/styles/panel.css"],
};

export default defineConfig(({ mode }) => ({
  // The repository's root: the router plugin breaks below it.
  root: import.meta.dirname,
  publicDir: "client/public",
  plugins: [
    tanstackRouter({
      target: "react",
      addExtensions: true,
      autoCodeSplitting: true,
      routesDirectory: "client/panel/routes",
      generatedRouteTree: "client/panel/route_tree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
  ],
  build: {
    outDir: "client/dist",
    // client/build.ts empties it before both.
    emptyOutDir: false,
    manifest: `.vite/${mode}.json`,
    // The policy allows no data: fonts, and every browser that runs modules knows modulepreload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: INPUTS[mode],
    },
  },
}));
