// What Google's CSP Evaluator says of the policy of every kind of page.
import { strict as assert } from "node:assert";
import { PRIVACY_PATH } from "../../../server/pages/send_page.ts";
import { createOwner } from "../../support/people/factories.ts";
import { testApp } from "../../support/start/test_app.ts";
import { report } from "../report.ts";
import type { CspFinding } from "../../../tools/scanners/csp_worker.ts";
import { runScanner } from "../../../tools/scanners/scanner.ts";

const PACKAGE = "npm:csp_evaluator@1.1.8";
/** High, and mistakes in the syntax. What may be a problem has a higher number. */
const GRAVE = 20;
/** Each with an origin of its own, which is part of the policy. */
const ENVIRONMENTS: Record<string, string>[] = [{}, {
  APP_ORIGIN: "https://siradaki.ornek.test",
  GUEST_ORIGIN: "https://kafe.ornek.test",
}];

Deno.test("csp_evaluator finds nothing of high severity in the policy of any kind of page", async () => {
  const policies = new Map<string, string>();
  for (const environment of ENVIRONMENTS) {
    await using app = await testApp(environment);
    const { cafeId } = await createOwner(app.deps);
    const cafe = `/cafe/${cafeId}`;
    const pages = ["/", PRIVACY_PATH, "/panel/login", "/panel/player", "/demo/player"];
    const refusals = ["/nirgends", "/cafe/none", "/k/none"];
    for (const path of [...pages, cafe, `${cafe}/ekran`, ...refusals]) {
      const response = await app.fetch(path);
      await response.body?.cancel();
      assert.equal(response.status, refusals.includes(path) ? 404 : 200, path);
      assert.match(response.headers.get("content-type")!, /^text\/html/, path);
      const page = `${path} of ${app.deps.config.appOrigin}`;
      policies.set(page, response.headers.get("content-security-policy") ?? "");
    }
  }
  const judged = await judge([...policies.values()]);
  const grave = [...policies.keys()].flatMap((page, i) =>
    judged[i]!.filter(({ severity }) => severity <= GRAVE).map((finding) => ({ page, ...finding }))
  );
  await report({
    part: "scanners",
    what: "csp_evaluator",
    value: `${policies.size} policies, ${grave.length} findings of high severity`,
    goal: "none",
  });
  assert.deepEqual(grave, []);
});

Deno.test("csp_evaluator finds an inline script that a policy allows, so it can find something", async () => {
  const [findings] = await judge(["script-src 'self' 'unsafe-inline'"]);
  assert.ok(findings!.some(({ severity }) => severity === 10));
});

function judge(policies: string[]): Promise<CspFinding[][]> {
  return runScanner("csp_worker.ts", PACKAGE, policies);
}
