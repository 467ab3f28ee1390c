import { strict as assert } from "node:assert";
import { useRef } from "react";
import { useVisibleArea } from "../../../../client/islands/sheet/RequestSheet.tsx";
import { openPage, perform } from "../../../support/dom/page.ts";

const SCREEN_PX = 740;

Deno.test("the sheet and the notices keep above the on-screen keyboard, and the sheet its size while the guest has zoomed in", async () => {
  using viewport = openViewport();
  await using page = await openPage();
  await page.render(<Sheet />);
  const { style } = document.documentElement;
  const area = () =>
    ["--visible", "--covered"].map((name) => style.getPropertyValue(name)).join(" ");
  await perform(() => viewport.change({ height: 440 }));
  assert.equal(area(), "440px 300px");
  await perform(() => viewport.change({ height: 440, offsetTop: 120 }));
  assert.equal(area(), "440px 180px", "the page was scrolled behind the keyboard");
  await perform(() => viewport.change({ height: 370, scale: 2 }));
  assert.equal(area(), "440px 180px");
  await perform(() => viewport.change({ height: SCREEN_PX }));
  assert.equal(area(), "740px 0px");
});

function Sheet() {
  const sheet = useRef<HTMLDialogElement>(null);
  useVisibleArea(sheet);
  return <dialog ref={sheet} />;
}

/** The visual viewport of a phone, until it is disposed. */
function openViewport() {
  const viewport = Object.assign(new EventTarget(), { height: SCREEN_PX, offsetTop: 0, scale: 1 });
  Object.assign(globalThis, { visualViewport: viewport, innerHeight: SCREEN_PX });
  return {
    change(next: Partial<typeof viewport>) {
      Object.assign(viewport, { offsetTop: 0, scale: 1 }, next);
      viewport.dispatchEvent(new Event("resize"));
    },
    [Symbol.dispose]() {
      for (const name of ["visualViewport", "innerHeight"]) {
        Reflect.deleteProperty(globalThis, name);
      }
    },
  };
}
