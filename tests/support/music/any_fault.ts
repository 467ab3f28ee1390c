// Every fault of the music account: of a call, of the JSON of an answer, or of a player.
import { type AnswerFault, findAnswerFault } from "./answer_faults.ts";
import { type Exchange, fail, type Fault } from "./fault_table.ts";
import { PLAYER_FAULTS, type PlayerFault } from "./faulty_player.ts";

export { PLAYER, PLAYLIST } from "./answer_faults.ts";

export type AnyFault = Fault | AnswerFault | PlayerFault;

export const PLAY = /^PUT .*\/me\/player\/play$/;
export const TRANSFER = /^PUT .*\/me\/player$/;
export const TOKEN = /^POST .*\/api\/token$/;

/** Whether a fault is of a player, and not of a call or an answer. */
export function isOfPlayer(fault: AnyFault): fault is PlayerFault {
  return PLAYER_FAULTS.some((name) => name === fault);
}

/** The calls that a fault meets if the test names none. */
export function pathOf(fault: Fault | AnswerFault): RegExp {
  return fault === "invalid_grant" ? TOKEN : findAnswerFault(fault)?.path ?? PLAY;
}

/** Lets one call meet a fault. */
export function behave(fault: Fault | AnswerFault, exchange: Exchange): Promise<void> {
  const ofAnswer = findAnswerFault(fault);
  return ofAnswer ? ofAnswer.behave(exchange) : fail(fault as Fault, exchange);
}
