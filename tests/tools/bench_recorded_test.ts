// What `deno task bench` says at its end.
import { strict as assert } from "node:assert";
import { comparedWith } from "../../tools/bench/recorded.ts";

Deno.test("a run says of each figure whether it is better or worse than recorded, and by how much of the spread", () => {
  const recorded = {
    commit: "abc",
    measured: {
      queueToBare: [0.5],
      queueCpu: [1.9, 2, 2.3],
      submitCpu: [0.24],
      start: [0.5],
      logCpu: [1.2],
    },
  };
  const lines = comparedWith(recorded, {
    queueToBare: [0.4, 0.6, 0.8],
    queueCpu: [2.1, 2.2, 2.3],
    submitCpu: [0.24, 0.2, 0.3],
    start: [1],
    growth: [1.3],
  });
  assert.deepEqual(lines, [
    "Beside the recorded run, on commit abc:",
    "- `GET` queue, throughput: 0.6 x bare `Deno.serve`, 20 % better than 0.5, 0.25 of the spread",
    "- `GET` queue, CPU per call: 2.2 x bare `Deno.serve`, 10 % worse than 2, 0.5 of the spread",
    "- `POST` request, durable, CPU per call: 0.24 x Express, as recorded",
    "- start to first answer: 1 x Express, 100 % worse than 0.5, no spread",
    "- the call or job that grows most, at a cafe with 1 000 000 played requests: 1.3 x one with 1 000, which was not recorded",
  ]);
});
