import { strict as assert } from "node:assert";
import { useQuery } from "@tanstack/react-query";
import { asked } from "../../../client/panel/queries.ts";
import { useSave } from "../../../client/panel/use_save.ts";
import { BUSY } from "../dom/network.ts";
import { button, click, pageText, press, settle } from "../dom/page.ts";
import { openPanel, type PanelPage } from "../dom/panel_page.tsx";

const BLOCK = "/api/blocks/1";

Deno.test("save sends, says that it is done, and is over once what is out of date was asked for anew", async () => {
  await using panel = await openSaving();
  const sent = panel.network.hold("DELETE", BLOCK);
  const read = panel.network.hold("GET", "/api/blocks");
  await click(button("save"));
  assert.match(pageText(), /saving 1/);
  sent[0]!.release(Response.json({}));
  await settle();
  assert.deepEqual([read.length, /saving 1/.test(pageText())], [1, true]);
  assert.match(pageText(), /Ended\./);
  read[0]!.release(Response.json([]));
  await settle();
  assert.doesNotMatch(pageText(), /saving/);
});

Deno.test("save that fails says why, and asks anew too", async () => {
  await using panel = await openSaving();
  panel.network.answer("DELETE", BLOCK, BUSY);
  await press(button("save"));
  await settle();
  assert.match(pageText(), /Not ended\.Sistem şu anda yoğun\./);
  assert.deepEqual(panel.network.paths("GET"), ["/api/blocks", "/api/blocks"]);
});

Deno.test("save does nothing while another one is under way", async () => {
  await using panel = await openSaving();
  const sent = panel.network.hold("DELETE", BLOCK);
  await click(button("save"));
  await click(button("save"));
  sent[0]!.release(Response.json({}));
  await settle();
  assert.equal(sent.length, 1);
});

async function openSaving(): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("GET", "/api/blocks", []);
  await panel.show(<Saving />);
  await settle();
  return panel;
}

function Saving() {
  useQuery(asked("GET /api/blocks"));
  const { saving, save } = useSave("DELETE /api/blocks/:id", {
    done: "Ended.",
    failed: "Not ended.",
  });
  return (
    <>
      {saving && `saving ${saving.params.id}`}
      <button type="button" onClick={() => save({ params: { id: "1" } })}>save</button>
    </>
  );
}
