// Makes a music account the source of a cafe, whose songs play by themselves.
import { strict as assert } from "node:assert";
import { shareLink } from "../../../server/music/demo/catalogue.ts";
import type { LibraryCafe } from "../../support/music/library_cafe.ts";
import { connect } from "../../support/people/connection.ts";
import { AccountModel } from "./account_model.ts";
import type { CafeModel } from "./model.ts";
import { PLAYLIST } from "./music_account.ts";
import type { Source } from "./steps.ts";
import type { Surroundings } from "./world.ts";

/** Returns what should play there. */
export async function useAccount(
  { app, account }: Surroundings,
  { owner, say }: LibraryCafe,
  model: CafeModel,
  source: Source,
): Promise<AccountModel> {
  // A sequence that failed may have left some.
  account.starts.length = account.orders.length = 0;
  const hasPlaylist = source === "account with a playlist";
  await connect(app, owner.token);
  const player = account.nextPlayer();
  const fallback = { kind: "playlist", url: shareLink(PLAYLIST) };
  if (hasPlaylist) assert.equal((await say("PUT", "/api/music", { fallback })).status, 200);
  // Most songs enter the queue by themselves, so that there is something to play.
  const approval = { approve: "from", approveFromTl: 5 } as const;
  assert.equal((await say("PUT", "/api/house", approval)).status, 200);
  Object.assign(model.rules, approval);
  assert.equal((await say("PUT", "/api/playback/auto", { on: true })).status, 200);
  return new AccountModel(model, account, player, hasPlaylist);
}
