// Words about the team that server and panel share (docs/team.md).

/** The owner's name beside a song that the owner approved or started. */
export const OWNER_NAME = "Kafe sahibi";

/** Why a token is refused whose person does not belong to the team any more. The panel shows it at the login. */
export const MEMBERSHIP_ENDED =
  "Bu kafedeki yetkiniz sona erdi. Bir yanlışlık varsa kafe sahibiyle konuşun.";
