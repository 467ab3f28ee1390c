// Where drizzle-kit reads the schema and writes migrations: `deno task migration --name what_changes`.
import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "turso",
  schema: "./db/schema/*.ts",
  out: "./db/migrations",
});
