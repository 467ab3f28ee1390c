// Roles, and the one table that says which of them may make a call.
import * as z from "zod/mini";

export const Role = z.enum(["owner", "admin"]);
export type Role = z.infer<typeof Role>;

/** A call names one of these keys as its `access`; a call without one is open to everyone. */
export const ROLES_BY_ACCESS = {
  owner: ["owner"],
  admin: ["admin"],
  login: ["owner", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Access = keyof typeof ROLES_BY_ACCESS;
