// When a database's notifications are subscribed to again (server/realtime/follow_news.ts).
import { strict as assert } from "node:assert";
import { createNews } from "../../server/realtime/follow_news.ts";
import { settled } from "../support/net/revision_watch.ts";

Deno.test("createNews subscribes again at once after it has left, and 15 s after the subscription has ended", async () => {
  let nowMs = 0;
  let subscriptions = 0;
  let end = () => {};
  const news = createNews(
    {
      async *news(signal) {
        subscriptions++;
        yield;
        await new Promise<void>((resolve) => {
          end = resolve;
          signal.addEventListener("abort", () => resolve());
        });
      },
    },
    () => {},
    () => nowMs,
  );
  const follow = async () => {
    news.follow();
    await settled();
    return subscriptions;
  };
  assert.equal(await follow(), 1);
  await news.leave();
  assert.equal(news.areHeard(), false);
  assert.equal(await follow(), 2);
  end();
  await settled();
  nowMs += 14_999;
  assert.equal(await follow(), 2);
  nowMs += 1;
  assert.equal(await follow(), 3);
  await news.leave();
});
