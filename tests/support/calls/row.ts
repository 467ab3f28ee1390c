// How the table of calls (calls.ts) says of one call who may make it, and how it is made so that it succeeds.
import type { Access } from "../../../server/contract/access.ts";
import type { TestOwner } from "../people/factories.ts";
import type { TestApp } from "../start/test_app.ts";

/** The cafe at which a call is made. Rows prepare what else they need, each time. */
export interface PreparedCafe {
  app: TestApp;
  /** Its password is `PASSWORD`. */
  owner: TestOwner;
  /** The token of an admin. */
  admin: string;
  /** The Cookie header of a guest. */
  cookie: string;
}

/** What of a call its name does not say. */
export interface Sent {
  /** The value of the path's parameter. */
  param?: string;
  /** With its question mark. */
  query?: string;
  /** Of the login that makes the call: by default the owner's or the admin's, as the row says. */
  token?: string;
  cookie?: string;
  headers?: Record<string, string>;
  /** JSON, or the text or the bytes of a file. */
  body?: Record<string, unknown> | string | Blob;
}

export interface Row {
  /** Who may make the call, written out: the contract has to say the same. */
  who: Access;
  /** The status of success. */
  status: number;
  /** Makes the cafe such that the call succeeds, and returns the call. May be called again and again. */
  prepare(cafe: PreparedCafe): Promise<Sent>;
}

type Prepare = Sent | ((cafe: PreparedCafe) => Sent | Promise<Sent>);

/** Rows of calls that are open to `who`. Without `sent` a call needs nothing but its login. */
const row = (who: Access) => (status: number, sent: Prepare = {}): Row => ({
  who,
  status,
  async prepare(cafe) {
    const token = who === "everyone" ? {} : {
      token: who === "admin" ? cafe.admin : cafe.owner.token,
    };
    return { ...token, ...typeof sent === "function" ? await sent(cafe) : sent };
  },
});

export const everyone = row("everyone");
export const owner = row("owner");
export const team = row("team");
export const admin = row("admin");
export const account = row("account");
export const login = row("login");
