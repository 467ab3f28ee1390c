import { useKeptFocus } from "../../../../client/panel/dashboard/use_decision.ts";
import { assertFocused, button, openPage, perform } from "../../../support/dom/page.ts";

Deno.test("the row that takes a removed row's place gets the focus, at the same button", async () => {
  await using page = await openPage();
  await page.render(<List ids={["a", "b", "c"]} />);
  await focus("Onayla a");
  await page.render(<List ids={["b", "c"]} />);
  assertFocused(button("Onayla b"));
  await focus("Reddet c");
  await page.render(<List ids={["b"]} />);
  assertFocused(button("Reddet b"));
});

Deno.test("rows that are removed one after the other hand the focus on each time", async () => {
  await using page = await openPage();
  await page.render(<List ids={["a", "b", "c"]} />);
  await focus("Onayla a");
  for (const ids of [["b", "c"], ["c"]]) {
    await page.render(<List ids={ids} />);
    assertFocused(button(`Onayla ${ids[0]}`));
  }
  await page.render(<List ids={[]} />);
  assertFocused(document.querySelector("h2"));
});

Deno.test("the heading gets the focus when the last row is removed", async () => {
  await using page = await openPage();
  await page.render(<List ids={["a"]} />);
  await focus("Onayla a");
  await page.render(<List ids={[]} />);
  assertFocused(document.querySelector("h2"));
});

Deno.test("the focus stays if another row is removed, or if it has gone elsewhere", async () => {
  await using page = await openPage();
  await page.render(<List ids={["a", "b"]} />);
  await focus("Onayla b");
  await page.render(<List ids={["b"]} />);
  assertFocused(button("Onayla b"));
  await focus("elsewhere");
  await page.render(<List ids={[]} />);
  assertFocused(button("elsewhere"));
});

Deno.test("a row that is removed without the focus moves no focus", async () => {
  await using page = await openPage();
  await page.render(<List ids={["a", "b"]} />);
  await page.render(<List ids={["b"]} />);
  assertFocused(document.body);
});

function List({ ids }: { ids: string[] }) {
  const list = useKeptFocus(ids.map((_id) => ({ _id })));
  return (
    <>
      <section ref={list}>
        <h2 tabIndex={-1}>İstekler</h2>
        {ids.map((id) => (
          <div key={id} data-glide={id}>
            <button type="button">Reddet {id}</button>
            <button type="button">Onayla {id}</button>
          </div>
        ))}
      </section>
      <button type="button">elsewhere</button>
    </>
  );
}

async function focus(name: string): Promise<void> {
  await perform(() => button(name).focus());
}
