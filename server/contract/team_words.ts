// Words about the team that server and panel share (docs/team.md).

/** The owner's name beside a song that the owner approved or started. */
export const OWNER_NAME = "Kafe sahibi";
