// The team behind the bar: inviting, joining, leaving, and the cafes of one login (docs/team.md).
import * as z from "zod/mini";
import { Email, MsgAnswer, NewPassword, TokenAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";
import { CafeName } from "./cafes.ts";

/** The most people of one team, those who were invited among them. */
export const MAX_TEAM = 50;

/** A person who works for the cafe (`joined`), or who was invited. `accountId` is then the invitation's id. */
export const TeamMember = z.object({
  accountId: z.string(),
  name: z.string(),
  email: z.string(),
  joined: z.boolean(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** `name` is what the owner calls the person: one line, as a cafe's name. */
export const Invitation = z.object({ email: Email, name: CafeName });
export type Invitation = z.infer<typeof Invitation>;

/**
 * What the holder of an invitation's link is shown. With `hasAccount` they log in instead of setting a password, and then
 * accept it by its `_id`.
 */
export const OpenInvitation = z.object({
  _id: z.string(),
  cafeName: z.string(),
  email: z.string(),
  hasAccount: z.boolean(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** An invitation to the address of the person who is logged in. */
export const OwnInvitation = z.object({ _id: z.string(), cafeName: z.string() });
export type OwnInvitation = z.infer<typeof OwnInvitation>;

export const Joining = z.object({ password: NewPassword });
export type Joining = z.infer<typeof Joining>;

/** A cafe that a login may speak for. */
export const LoginCafe = z.object({
  ownerId: z.string(),
  name: z.string(),
  role: z.enum(["owner", "staff"]),
});
export type LoginCafe = z.infer<typeof LoginCafe>;

export const CafeChoice = z.object({ ownerId: z.string().check(z.minLength(1), z.maxLength(64)) });
export type CafeChoice = z.infer<typeof CafeChoice>;

export const TEAM_CALLS = {
  "GET /api/team": {
    summary: "Who works for the cafe, and who was invited",
    access: "owner",
    answer: z.array(TeamMember),
  },
  "POST /api/team": {
    summary: "Invites a person by e-mail; the answer is the same for every address",
    access: "owner",
    body: Invitation,
    status: 201,
    answer: MsgAnswer,
    errors: ["team_full", "too_many_invitations"],
  },
  "GET /api/team/cafes": {
    summary:
      "The cafes that this login may speak for: the own one first, then by the time of joining",
    access: "login",
    answer: z.array(LoginCafe),
  },
  "POST /api/team/cafes": {
    summary: "A token of this login for another of its cafes; it ends when the login ends",
    access: "login",
    body: CafeChoice,
    answer: TokenAnswer,
    errors: ["cafe_not_found"],
  },
  "DELETE /api/team/cafes/:ownerId": {
    summary: "Leaves a team that this login belongs to",
    access: "login",
    errors: ["cafe_not_found"],
  },
  "GET /api/team/invitations": {
    summary: "The invitations to the address of this login, the oldest first",
    access: "login",
    answer: z.array(OwnInvitation),
  },
  "POST /api/team/invitations/:id": {
    summary: "Accepts one of them: the person joins the team, and the cafe is one of the login's",
    access: "login",
    answer: LoginCafe,
    errors: ["invitation_invalid"],
  },
  "GET /api/team/join/:token": {
    summary: "Which cafe an invitation's link is from",
    access: "everyone",
    answer: OpenInvitation,
    errors: ["invitation_invalid"],
  },
  "POST /api/team/join/:token": {
    summary: "Accepts an invitation by its link: sets a password and logs in as staff",
    access: "everyone",
    body: Joining,
    answer: TokenAnswer,
    errors: ["invitation_invalid", "account_exists", "password_too_common", "rate_limited"],
  },
  "DELETE /api/team/:accountId": {
    summary: "Ends a membership at once, or takes an invitation back",
    access: "owner",
    errors: ["member_not_found"],
  },
} as const satisfies Calls;
