import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import { chartShape } from "../../../client/panel/charts/BarChart.tsx";
import { totalOf } from "../../../client/panel/payouts/EarningsChart.tsx";

Deno.test("chartShape scales to a round number above the highest bar", () => {
  assert.deepEqual(
    [11, 20, 49, 50, 51, 120, 265, 1001, 9999.5].map((most) => chartShape([0, most]).top),
    [15, 20, 50, 50, 60, 150, 300, 1500, 10_000],
  );
});

Deno.test("chartShape leaves no more than a third of its height empty", () => {
  fc.assert(fc.property(fc.integer({ min: 1000, max: 100_000_000 }), (kurus) => {
    const [height = 0] = chartShape([kurus / 100]).heights;
    assert.ok(height > 2 / 3 - 0.01, `the highest bar takes ${height}`);
  }));
});

Deno.test("chartShape has a scale if nothing was earned", () => {
  assert.deepEqual(chartShape([0, 0]), { top: 10, heights: [0, 0] });
  assert.deepEqual(chartShape([]), { top: 10, heights: [] });
});

Deno.test("chartShape keeps every bar within the scale, in proportion", () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 100_000_000 }).map((kurus) => kurus / 100));
  fc.assert(fc.property(amounts, (given) => {
    const { top, heights } = chartShape(given);
    heights.forEach((height, i) => {
      assert.ok(height >= 0 && height <= 1);
      assert.equal(height, given[i]! / top);
    });
  }));
});

Deno.test("totalOf adds to the kuruş", () => {
  assert.equal(totalOf([0.1, 0.2]), 0.3);
  assert.equal(totalOf([1.1, 2.2, 3.3]), 6.6);
  assert.equal(totalOf([]), 0);
});
