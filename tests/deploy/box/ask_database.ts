// Prints the first value of a query's result: `ask_database.ts FILE QUERY`.
import { DatabaseSync } from "node:sqlite";

const [path = "", query = ""] = Deno.args;
console.log(Object.values(new DatabaseSync(path).prepare(query).get() ?? {})[0]);
