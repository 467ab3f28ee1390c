import { strict as assert } from "node:assert";
import { meetNeighbours } from "../../../../client/panel/speaker/tab.ts";
import { until } from "../../../support/time/until.ts";

Deno.test("a tab hears of the other tabs of its cafe whether one is the player, and of no other cafe's", async () => {
  const heard: Record<string, boolean[]> = { asking: [], playing: [], elsewhere: [] };
  const open = (name: string, ownerId: string, isOn: boolean) =>
    meetNeighbours(ownerId, { isOn: () => isOn, onTold: (told) => heard[name]!.push(told) });
  const tabs = [
    open("asking", "cafe", false),
    open("playing", "cafe", true),
    open("elsewhere", "other", true),
  ];
  tabs[0]!.ask();
  await until(() => heard.asking!.length === 1);
  tabs[1]!.tell(false);
  await until(() => heard.asking!.length === 2);
  assert.deepEqual(heard, { asking: [true, false], playing: [], elsewhere: [] });
  tabs.forEach((tab) => tab.close());
});
