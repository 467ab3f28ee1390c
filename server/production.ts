// Makes packages run as in production: React's development build takes three times as long to render a page.
//
// A package reads NODE_ENV when it is loaded, so main.ts imports this module before every other. It is set here and
// not by the tasks in deno.json, because Deno Deploy runs main.ts without them. The bundle has the production builds
// inside (deploy/build/part.ts). Tests that import main.ts keep the development build, which warns about mistakes
// and exports React's `act`.
import process from "node:process";

if (Deno.mainModule === import.meta.resolve("../main.ts")) process.env.NODE_ENV = "production";
