// Roles, and the one table that says which of them may make a call (docs/team.md#access).

/**
 * What a login is to the cafe that its token speaks for. `admin` has no cafe; `cafeless` is a person who belongs to no
 * team any more.
 */
export const ROLES = ["owner", "staff", "admin", "cafeless"] as const;
export type Role = (typeof ROLES)[number];

/** A call names one of these keys as its `access`. Null: the call needs no login. */
export const ROLES_BY_ACCESS = {
  everyone: null,
  owner: ["owner"],
  team: ["owner", "staff"],
  admin: ["admin"],
  /** A person's own account, whatever they are to a cafe. */
  account: ["owner", "staff", "cafeless"],
  login: ["owner", "staff", "admin", "cafeless"],
} as const satisfies Record<string, readonly Role[] | null>;

export type Access = keyof typeof ROLES_BY_ACCESS;

export type LoginAccess = Exclude<Access, "everyone">;

/** Whether a login with this role may make calls of this access. */
export function mayCall(role: Role, access: Access): boolean {
  const roles: readonly Role[] | null = ROLES_BY_ACCESS[access];
  return roles === null || roles.includes(role);
}

/** The screens of the panel, and who may open them: the access of the calls that a screen cannot do without. */
export const SCREEN_ACCESS = {
  "/panel/dashboard": "team",
  "/panel/player": "team",
  "/panel/share": "owner",
  "/panel/music": "owner",
  "/panel/rules": "owner",
  "/panel/payouts": "owner",
  "/panel/evenings": "owner",
  "/panel/till": "owner",
  "/panel/profile": "owner",
  "/panel/team": "owner",
  "/panel/cafes": "login",
  "/panel/sessions": "login",
  "/admin/payouts": "admin",
} as const satisfies Record<string, Access>;

export type Screen = keyof typeof SCREEN_ACCESS;

/** The answer that is not described as a call, because it describes the calls. */
export const OPENAPI_ACCESS = { "GET /api/openapi.json": "everyone" } as const satisfies Record<
  string,
  Access
>;

// Words about the team that server and panel share (docs/team.md).

/** The owner's name beside a song that the owner approved or started. */
export const OWNER_NAME = "Kafe sahibi";
