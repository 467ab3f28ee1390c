// `second-factor:off EMAIL`: for a person who has lost both the phone and the recovery codes.
import { findVerifiedAccount } from "../../db/people/accounts.ts";
import { turnOffSecondFactor } from "../../db/people/second_factors.ts";
import { Email } from "../contract/auth.ts";
import { newLetter } from "../mail/new_letter.ts";
import { assertDatabaseExists, type Command, CommandError } from "./command.ts";
import { withProduct } from "./with_product.ts";

/** Makes sure of nothing: the operator has to know who asks (docs/running.md#a-lost-second-factor). */
export const secondFactorOff: Command = {
  summary: "EMAIL: turns off the second factor of this account, and tells it by letter",
  async run(context, [given = ""]) {
    const email = Email.safeParse(given);
    if (!email.success) throw new CommandError("Name the account: second-factor:off EMAIL");
    await assertDatabaseExists(context.environment);
    return await withProduct(context, async (deps) => {
      const account = await findVerifiedAccount(deps.db, email.data);
      if (!account) throw new CommandError(`There is no account with the e-mail ${email.data}`);
      const notice = await newLetter(deps, "second_factor_off", account.email, {
        origin: deps.config.appOrigin,
      });
      if (!await turnOffSecondFactor(deps.db, account.id, "operator", notice)) {
        throw new CommandError(`${account.email} has no second factor`);
      }
      deps.outbox.nudge();
      context.print(`The second factor of ${account.email} is off.`);
      return 0;
    });
  },
};
