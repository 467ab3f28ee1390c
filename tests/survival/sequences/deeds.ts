// Which function does which deed.
import { ask, support, takeBack } from "./guest_deeds.ts";
import { dismiss, endLogin, endOthers, leave, logInOnce, logOut, renew } from "./login_deeds.ts";
import { addTable, close, correct, deleteTable, pay, renewCodes, rules } from "./owner_deeds.ts";
import { claim, page, playNext, skip } from "./player_deeds.ts";
import type { Scene } from "./scene.ts";
import type { Deed } from "./steps.ts";
import { decide, decideMany, tick, undo, undoMany } from "./team_deeds.ts";

/** In ms: nothing, a little, past an early skip, past an undo, past a lease, and past a song. */
const WAITS = [1, 1_000, 31_000, 121_000, 91_000, 201_000];

/** Each makes its calls, holds the answers against the model, and changes the model. */
export const DOING: Record<Deed, (scene: Scene) => Promise<void>> = {
  ask,
  support,
  "take back": takeBack,
  decide,
  undo,
  "decide many": decideMany,
  "undo many": undoMany,
  tick,
  claim,
  page,
  "play next": playNext,
  skip,
  rules,
  "add table": addTable,
  "renew codes": renewCodes,
  "delete table": deleteTable,
  close,
  pay,
  correct,
  "log in": logInOnce,
  "log out": logOut,
  renew,
  "end login": endLogin,
  "end others": endOthers,
  dismiss,
  leave,
  wait: ({ world, step }) => world.pass(WAITS[step.n % WAITS.length]!),
};
