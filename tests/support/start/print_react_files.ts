// Preloaded into a process: when it ends, prints the files of React that it has loaded, as JSON.
import { createRequire } from "node:module";

const { cache } = createRequire(import.meta.url);
addEventListener("unload", () => {
  console.log(JSON.stringify(Object.keys(cache).filter((path) => /react/.test(path))));
});
