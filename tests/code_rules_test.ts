// The rules of this code base, held by tests: run alone with `deno test -A tests/code_rules_test.ts`.
import "./code_rules/arrows.ts";
import "./code_rules/citations.ts";
import "./code_rules/languages.ts";
import "./code_rules/modules.ts";
import "./code_rules/revisions.ts";
import "./code_rules/security_audit.ts";
import "./code_rules/writers.ts";
