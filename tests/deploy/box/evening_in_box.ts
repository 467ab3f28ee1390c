// An evening at a server that only this process's network reaches: `evening_in_box.ts ORIGIN DATA_DIR`.
import { playAnEvening } from "../../support/people/evening_over_http.ts";

await playAnEvening(Deno.args[0]!, Deno.args[1]!);
