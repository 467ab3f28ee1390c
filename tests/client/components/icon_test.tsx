import { strict as assert } from "node:assert";
import { addIcons, Icon, PUBLIC_ICONS } from "../../../client/components/Icon.tsx";
import { PANEL_ICONS } from "../../../client/components/panel_icons.ts";
import { filesIn, readText } from "../../code_rules/tree.ts";
import { openPage } from "../../support/dom/page.ts";

Deno.test("the public pages name no icon that only the panel adds", () => {
  const named = ["client/islands", "client/pages"].flatMap((folder) => filesIn(folder, /\.tsx$/))
    .flatMap((path) => [...readText(path).matchAll(/(?:<Icon name|\bicon)="(\w+)"/g)])
    .map(([, name]) => name!);
  assert.ok(named.length > 0);
  assert.deepEqual(named.filter((name) => !(name in PUBLIC_ICONS)), []);
});

Deno.test("the panel's icons are drawn once they are added", async () => {
  await using page = await openPage();
  addIcons(PANEL_ICONS);
  await page.render(<Icon name="wallet" />);
  assert.equal(document.querySelector("path")!.getAttribute("d"), PANEL_ICONS.wallet);
});
