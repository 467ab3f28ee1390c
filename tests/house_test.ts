// The rules of this code base, held by tests: run alone with `deno test -A tests/house_test.ts`.
import "./house/arrows.ts";
import "./house/citations.ts";
import "./house/modules.ts";
import "./house/security_page.ts";
