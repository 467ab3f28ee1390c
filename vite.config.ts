// Builds client/ into client/dist. Vite's mode names one of two programs, each with its style sheet. They are
// built apart, because a chunk shared with the panel would make guests load code that only the panel uses.
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const INPUTS: Record<string, string[]> = {
  islands: ["client/islands/main.tsx", "client/styles/public.css"],
  panel: ["client/panel/main.tsx", "client/styles/panel.css"],
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
      routesDirectory: "client/panel/routes",
      generatedRouteTree: "client/panel/route_tree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
  ],
  build: {
    outDir: "client/dist",
    // deploy/build/ empties the folder before both builds.
    emptyOutDir: false,
    manifest: `.vite/${mode}.json`,
    // The Content-Security-Policy allows no data: fonts, and browsers with modules support modulepreload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: INPUTS[mode],
    },
  },
}));
