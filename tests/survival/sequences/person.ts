// The people of a sequence: their logins and cookies, and what each of them is to the cafes.
import { strict as assert } from "node:assert";
import type { TestApp } from "../../support/start/test_app.ts";

export interface Login {
  token: string;
  sessionId: string;
  isOver: boolean;
  /** The role for which its token speaks. */
  role: "owner" | "staff" | "admin" | "cafeless";
}

export interface Answer {
  status: number;
  etag: string;
  // deno-lint-ignore no-explicit-any
  body: any;
}

export interface Known {
  name: string;
  email: string;
  accountId: string;
  role: Login["role"];
  /** The number of the cafe that the person works for. */
  cafe?: number;
}

/** A person, or a guest's browser. */
export class Person {
  /** The newest is the one that the person uses. */
  readonly logins: Login[] = [];
  /** Of staff: whether the person still belongs to the team. */
  isMember = true;
  /** What was answered in this step, as text. */
  readonly answers: { path: string; text: string }[] = [];

  constructor(
    readonly app: TestApp,
    /** Of the step; -1 for one who takes no steps. */
    readonly number: number,
    readonly account?: Known,
    readonly cookie?: string,
  ) {}

  get login(): Login | undefined {
    return this.logins.at(-1);
  }

  /** What the person is now to the product: none without a login that holds. */
  get role(): Login["role"] | undefined {
    const { login } = this;
    if (!login || login.isOver) return undefined;
    // A token that speaks for a cafe ends with the membership.
    return login.role === "staff" && !this.isMember ? undefined : login.role;
  }

  /** The number of the cafe for which the person speaks. */
  get cafe(): number | undefined {
    return this.role === "owner" || this.role === "staff" ? this.account!.cafe : undefined;
  }

  /** The status of the refusal, if the person may not do what is for these roles. */
  refusal(roles: Login["role"][]): 401 | 403 | undefined {
    if (!this.role) return 401;
    return roles.includes(this.role) ? undefined : 403;
  }

  /** Makes a call from the person's own address. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const { cookie } = this;
    const answer = await this.app.call(method, path, {
      body,
      token: this.login?.token,
      headers: { ...cookie && { cookie }, ...more },
      // A guest without a cookie is known by it.
      address: `198.51.100.${1 + this.number}`,
    });
    const text = await answer.text();
    assert.ok(answer.status < 500, `${answer.status} ${method} ${path}: ${text}`);
    this.answers.push({ path, text });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    const etag = answer.headers.get("etag") ?? "";
    return { status: answer.status, etag, body: isJson ? JSON.parse(text) : text };
  }
}
