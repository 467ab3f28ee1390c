// Prints the first value of a query's result: `ask_database.ts FILE QUERY`.
import { createClient } from "@libsql/client/sqlite3";
import { fileUrl } from "../../../db/file_client.ts";

const [path = "", query = ""] = Deno.args;
const { rows } = await createClient({ url: fileUrl(path) }).execute(query);
console.log(rows[0]?.[0]);
