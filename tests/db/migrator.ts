// A process of its own that migrates the database at the URL it is given. Run by migrate_test.ts.
import { openDatabase } from "../../db/connection/client.ts";

const db = await openDatabase(Deno.args[0]!);
await db.migrate();
await db.close();
