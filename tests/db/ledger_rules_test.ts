// Changes to money that the database itself refuses.
import { strict as assert } from "node:assert";
import { erasePayoutDetails, listPayouts } from "../../db/money/payouts.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { createAdmin } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong, playingSong } from "../support/people/plays.ts";
import { submit } from "../support/people/requests.ts";
import { sql } from "../support/db/sql.ts";

const STARTED_AT = 1_000_000;

/** A cafe with a paid payout, a pending one and a balance, and another one whose first song plays. */
async function books() {
  const app = await moneyApp({ PAYOUT_FEE_PERCENT: "10" });
  const { ownerId } = await createPayee(app.deps);
  const admin = await createAdmin(app.deps);
  const requests: string[] = [];
  for (const kurus of [1000, 2000]) {
    requests.push(await playedSong(app.deps, ownerId, kurus, app.clock.now()));
    app.clock.pass(1000);
    await closePeriod(app.deps, app.clock.now());
  }
  requests.push(await playedSong(app.deps, ownerId, 500, app.clock.now()));
  const [pending, paid] = await listPayouts(app.deps.db, ownerId);
  await app.call("PUT", `/api/admin/payouts/${paid!.id}/paid`, { token: admin.token });
  const waiting = (await submit(app, ownerId, { tipAmount: 7 }))._id;
  const other = await createPayee(app.deps);
  const playing = await playingSong(app.deps, other.ownerId, 300, STARTED_AT);
  return {
    app,
    ownerId,
    adminId: admin.accountId,
    requests,
    waiting,
    otherId: other.ownerId,
    playing,
    pending: pending!.id,
    paid: paid!.id,
  };
}

type Books = Awaited<ReturnType<typeof books>>;

/** The statement that sends an approved request to the player. */
function sent(requestId: string): string {
  return `insert into plays (id, owner_id, request_id, source, uri, title, artist, album_art, state, sent_at)
     select 'p', owner_id, id, 'spotify', uri, song_title, artist, album_art, 'sent', 1
     from song_requests where id = '${requestId}'`;
}

/** The statement that adds a guest's tip to a request. */
function support(requestId: string, kurus: number): string {
  return `insert into support_tips (id, request_id, guest_id, kurus, created_at)
     values ('s', '${requestId}', 'friend', ${kurus}, 0)`;
}

/** The statements that play an approved request without earning its tip, which beginning a sent play would do. */
function played(requestId: string): string {
  return `${
    sent(requestId).replace("'sent', 1", "'playing', 1, 1").replace(
      "sent_at)",
      "sent_at, started_at)",
    )
  };
     update song_requests set status = 'played' where id = '${requestId}'`;
}

/** The statement that enters a tip for a request. */
function tip(ownerId: string, requestId: string | undefined, kurus: number): string {
  return `insert into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
     values ('x', '${ownerId}', 'tip', ${kurus}, '${requestId}', 0)`;
}

/** The statement that gives a request another status. */
function become(requestId: string | undefined, status: string): string {
  return `update song_requests set status = '${status}' where id = '${requestId}'`;
}

const REFUSED: [reason: RegExp, attempts: Record<string, (b: Books) => string>][] = [
  [/append-only/, {
    "a ledger row is changed": () => "update ledger set amount_kurus = amount_kurus + 1",
    "a ledger row is moved in time": () => "update ledger set created_at = 0",
    "a ledger row is deleted": () => "delete from ledger",
    "a ledger row is replaced by a later one of the same request": ({ ownerId, requests }) =>
      `insert or replace into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
     values ('x', '${ownerId}', 'tip', 1000, '${requests[0]}', 9000000000000)`,
    "a payout is replaced": ({ pending }) =>
      `insert or replace into payouts select * from payouts where id = '${pending}'`,
    "a reversal replaces another": (b) =>
      `${ended(b, "skipped")}; ${reversal(b).replace("insert", "insert or replace")}`,
    "a payout is deleted": ({ pending }) => `delete from payouts where id = '${pending}'`,
    "a correction is changed": ({ paid, adminId }) =>
      `${corrected(paid, adminId)}; update payout_corrections set corrected_at = 0`,
    "a correction is deleted": ({ paid, adminId }) =>
      `${corrected(paid, adminId)}; delete from payout_corrections`,
    "a payout is changed by an upsert": ({ ownerId }) =>
      `insert into payouts select * from payouts where status = 'pending'
     on conflict (id) do update set status = 'paid', paid_at = 1, paid_by = '${ownerId}'`,
    "a ledger row is changed by an upsert": () =>
      "insert into ledger select * from ledger where true on conflict do update set amount_kurus = 1",
    "a closing is replaced": () =>
      "insert or replace into closings select ends_at, 0 from closings",
    "a closing is deleted": () => "delete from closings",
    "a closing is moved": () => "update closings set ends_at = ends_at + 1",
    "a tip that was added is changed": ({ waiting }) =>
      `${support(waiting, 5)}; update support_tips set kurus = 6`,
    "a tip that was added gets another guest": ({ waiting }) =>
      `${support(waiting, 5)}; update support_tips set guest_id = 'other'`,
    "a tip that was added is deleted": ({ waiting }) =>
      `${support(waiting, 5)}; delete from support_tips`,
  }],
  [/a tip is earned by a played request/, {
    "a tip is entered for a request that was not played": ({ ownerId, waiting }) =>
      tip(ownerId, waiting, 700),
    "a tip is entered with another amount": ({ ownerId, waiting }) =>
      `${become(waiting, "approved")};
     ${played(waiting)};
     ${tip(ownerId, waiting, 701)}`,
    "a tip is entered for another cafe": ({ adminId, waiting }) =>
      `${become(waiting, "approved")};
     ${played(waiting)};
     ${tip(adminId, waiting, 700)}`,
  }],
  [/UNIQUE/, {
    "a played request is entered twice": ({ ownerId, requests }) => tip(ownerId, requests[0], 1000),
    "a tip is reversed twice": (b) => `${ended(b, "skipped")}; ${reversal(b)}`,
    "a payout's row is entered twice": ({ ownerId, pending }) =>
      `insert into ledger (id, owner_id, kind, amount_kurus, payout_id, created_at)
     values ('x', '${ownerId}', 'payout', -1800, '${pending}', 0)`,
    "a played request is replaced by one with another tip": ({ requests }) =>
      `insert or replace into song_requests (id, owner_id, song_title, artist, album_art, uri,
        tip_kurus, status, created_at)
     select id, owner_id, song_title, artist, album_art, uri, 999, status, created_at
     from song_requests where id = '${requests[0]}'`,
    "a tip that was added is replaced": ({ waiting }) =>
      `${support(waiting, 5)}; ${support(waiting, 6).replace("insert", "insert or replace")}`,
    "a play is replaced": ({ requests }) =>
      `insert or replace into plays select * from plays where request_id = '${requests[0]}'`,
    "two songs of a cafe are on their way": ({ ownerId }) =>
      ["a", "b"].map((id) =>
        `insert into plays (id, owner_id, source, uri, title, artist, album_art, state, sent_at)
       values ('${id}', '${ownerId}', 'spotify', 'u', 't', 'a', '', 'sent', 1)`
      ).join(";"),
  }],
  [/cut short, exactly/, {
    "a tip is reversed while its song plays": (b) => reversal(b),
    "a tip is reversed whose song has finished": (b) => `${ended(b, "finished")}; ${reversal(b)}`,
    "a tip is reversed whose song was cut by another one": ({ ownerId, requests }) =>
      `insert into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
     values ('x', '${ownerId}', 'reversal', -500, '${requests[2]}', 0)`,
    "a tip is reversed whose song was skipped after 30 seconds": (b) =>
      `${ended(b, "skipped", 30_000)}; ${reversal(b, { at: 30_000 })}`,
    "more than the tip is reversed": (b) => reversalAlone(b, { kurus: -301 }),
    "less than the tip is reversed": (b) => reversalAlone(b, { kurus: -299 }),
    "a tip is reversed for another cafe": (b) => reversalAlone(b, { ownerId: b.ownerId }),
    "a tip is reversed at another time": (b) => reversalAlone(b, { at: 2 }),
    "a request is reversed that was not played": (b) => reversalAlone(b, { requestId: b.waiting }),
  }],
  [/CHECK/, {
    "a reversal adds money": (b) => `drop trigger ledger_reversed; ${reversal(b, { kurus: 300 })}`,
    "a row has an unknown kind": ({ ownerId }) =>
      `insert into ledger (id, owner_id, kind, amount_kurus, created_at)
     values ('x', '${ownerId}', 'gift', 1, 0)`,
    "a payout of nothing": ({ ownerId }) => payout(ownerId, 0, 500),
    "a new request's tip is above 10 000 TL": ({ ownerId }) =>
      `insert into song_requests (id, owner_id, song_title, artist, album_art, uri, tip_kurus, created_at)
     values ('x', '${ownerId}', 'a', 'b', '', 'c', 1000001, 0)`,
    "a tip above 10 000 TL is added": ({ waiting }) => support(waiting, 1_000_001),
    "no tip is added": ({ waiting }) => support(waiting, 0),
    "half a kuruş is added": ({ waiting }) => support(waiting, 0.5),
  }],
  [/how it ended is fixed/, {
    "a song that was skipped is said to have finished": (b) =>
      `${ended(b, "skipped")}; update plays set why_ended = 'finished' where id = '${b.playing}'`,
    "a song that has finished is said to have been skipped": (b) =>
      `${ended(b, "finished")}; update plays set why_ended = 'skipped' where id = '${b.playing}'`,
    "a song that was skipped early is said to have been skipped late": (b) =>
      `${
        ended(b, "skipped")
      }; update plays set ended_at = ended_at + 60000 where id = '${b.playing}'`,
  }],
  [/the whole balance of an erased account/, {
    "the balance of a living account is given up": ({ ownerId }) =>
      `insert into ledger (id, owner_id, kind, amount_kurus, created_at)
     values ('x', '${ownerId}', 'waiver', -500, 0)`,
    "less than the balance is given up": ({ ownerId }) =>
      `update accounts set erased_at = 1 where id = '${ownerId}';
     insert into ledger (id, owner_id, kind, amount_kurus, created_at)
     values ('x', '${ownerId}', 'waiver', -499, 0)`,
  }],
  [/only pending to paid/, {
    "a pending payout of a living account is given up": ({ pending }) =>
      `update payouts set status = 'waived' where id = '${pending}'`,
    "a paid payout is given up": ({ paid, ownerId }) =>
      `update accounts set erased_at = 1 where id = '${ownerId}';
     update payouts set status = 'waived', paid_at = null, paid_by = null, iban = '', account_holder_name = ''
     where id = '${paid}'`,
    "a payout's amount is changed": ({ pending }) =>
      `update payouts set total_kurus = 1 where id = '${pending}'`,
    "a payout is marked as paid to another IBAN than the cafe's": ({ pending, ownerId }) =>
      `update payouts set status = 'paid', paid_at = 1, paid_by = '${ownerId}', account_holder_name = '${HOLDER}',
     iban = 'TR760009901234567800100001' where id = '${pending}'`,
    "a payout is marked as paid without bank details": ({ pending, ownerId }) =>
      `update cafes set iban = '', account_holder_name = '';
     update payouts set status = 'paid', paid_at = 1, paid_by = '${ownerId}' where id = '${pending}'`,
    "a pending payout keeps bank details": ({ pending }) =>
      `update payouts set iban = '${IBAN}', account_holder_name = '${HOLDER}' where id = '${pending}'`,
    "a payout is paid without an admin": ({ pending }) =>
      `update payouts set status = 'paid', paid_at = 1, iban = '${IBAN}', account_holder_name = '${HOLDER}'
     where id = '${pending}'`,
    "a paid payout becomes pending": ({ paid }) =>
      `update payouts set status = 'pending', paid_at = null, paid_by = null where id = '${paid}'`,
    "a paid payout is paid again by another": ({ paid, ownerId }) =>
      `update payouts set paid_at = paid_at + 1, paid_by = '${ownerId}' where id = '${paid}'`,
    "the bank details of a living account leave a payout": ({ paid }) =>
      `update payouts set iban = '', account_holder_name = '' where id = '${paid}'`,
  }],
  [/entered as they were closed/, {
    "a fee is entered that was not closed": ({ ownerId }) =>
      `${payout(ownerId, 500, 0)};
     insert into ledger (id, owner_id, kind, amount_kurus, payout_id, created_at)
     values ('y', '${ownerId}', 'fee', -1, 'x', 0)`,
    "a payout's row stands for no payout": ({ ownerId }) =>
      `insert into ledger (id, owner_id, kind, amount_kurus, payout_id, created_at)
     values ('x', '${ownerId}', 'payout', -1, 'nothing', 0)`,
  }],
  [/exactly/, {
    "a payout of more than was earned": ({ ownerId }) => payout(ownerId, 501, 0),
    "a payout of less than was earned": ({ ownerId }) => payout(ownerId, 499, 0),
    "a payout with a negative fee": ({ ownerId }) => payout(ownerId, 501, -1),
    "a payout is inserted as paid": ({ ownerId }) =>
      payout(ownerId, 500, 0).replace("'pending', 0, null", "'paid', 0, 1"),
  }],
  [/paid less than a day ago/, {
    "a marking as paid is corrected after a day": ({ paid, adminId }) =>
      `insert into payout_corrections (id, payout_id, paid_at, paid_by, corrected_at, corrected_by)
     select 'x', id, paid_at, paid_by, paid_at + 86400001, '${adminId}' from payouts where id = '${paid}'`,
    "a pending payout is corrected": ({ pending, adminId }) =>
      `insert into payout_corrections (id, payout_id, paid_at, paid_by, corrected_at, corrected_by)
     values ('x', '${pending}', 0, '${adminId}', 0, '${adminId}')`,
  }],
  [/whole kuruş/, {
    "a payout of half a kuruş": ({ ownerId }) => payout(ownerId, 499.5, 0.5),
    "a tip of half a kuruş": ({ ownerId }) =>
      `insert into song_requests (id, owner_id, song_title, artist, album_art, uri, tip_kurus, created_at)
     values ('x', '${ownerId}', 'a', 'b', '', 'c', 10.5, 0)`,
  }],
  [/a played one stays|FOREIGN KEY/, {
    "a played request is deleted": ({ requests }) =>
      `delete from song_requests where id = '${requests[0]}'`,
  }],
  [/fixed/, {
    "a played request's tip is changed": ({ requests }) =>
      `update song_requests set tip_kurus = 1 where id = '${requests[0]}'`,
    "another request takes the place of a played one": ({ requests, waiting }) =>
      `update or replace song_requests set id = '${requests[0]}' where id = '${waiting}'`,
    "a waiting request's tip is changed": ({ waiting }) =>
      `update song_requests set tip_kurus = 701 where id = '${waiting}'`,
    "a request's sum and its support are raised without a tip": ({ waiting }) =>
      `update song_requests set tip_kurus = 701, support_kurus = 1 where id = '${waiting}'`,
    "a play is of another song": ({ requests }) =>
      `update plays set uri = 'spotify:track:other' where request_id = '${requests[0]}'`,
  }],
  [/no such transition/, {
    "a played request is unplayed": ({ requests }) => become(requests[0], "approved"),
    "a queued request is taken back": ({ waiting }) =>
      `${become(waiting, "approved")};
     ${become(waiting, "withdrawn")}`,
    "a request that another guest supports is taken back": ({ waiting }) =>
      `update song_requests set guest_id = 'asker' where id = '${waiting}'; ${support(waiting, 5)};
     ${become(waiting, "withdrawn")}`,
    "a request that was taken back is queued": ({ waiting }) =>
      `${become(waiting, "withdrawn")};
     ${become(waiting, "approved")}`,
    "a request counts as played without a play": ({ waiting }) =>
      `${become(waiting, "approved")};
     ${become(waiting, "played")}`,
    "a rejected request that was never queued is queued": ({ waiting }) =>
      `update song_requests set status = 'rejected', decided_from = 'pending' where id = '${waiting}';
     update song_requests set status = 'approved', decided_from = null where id = '${waiting}'`,
    "a decision is taken back and could be again": ({ waiting }) =>
      `update song_requests set status = 'rejected', decided_from = 'pending' where id = '${waiting}';
     ${become(waiting, "pending")}`,
    "a decision that cannot be taken back is": ({ waiting }) =>
      `${become(waiting, "rejected")};
     ${become(waiting, "pending")}`,
    "the approval of a song on its way is taken back": ({ waiting }) =>
      `update song_requests set status = 'approved', decided_from = 'pending' where id = '${waiting}';
     ${sent(waiting)};
     update song_requests set status = 'pending', decided_from = null where id = '${waiting}'`,
    "a song that was played is released": ({ requests }) =>
      `update plays set state = 'released', started_at = null where request_id = '${requests[0]}'`,
  }],
  [/has no support/, {
    "a new request has support": ({ ownerId }) =>
      `insert into song_requests (id, owner_id, song_title, artist, album_art, uri, tip_kurus, support_kurus, created_at)
     values ('x', '${ownerId}', 'a', 'b', '', 'c', 10, 10, 0)`,
  }],
  [/waits or is queued/, {
    "a tip is added to a played request": ({ requests }) => support(requests[0]!, 5),
    "a tip is added to a rejected request": ({ waiting }) =>
      `${become(waiting, "rejected")}; ${support(waiting, 5)}`,
    "a tip is added to a song on its way": ({ waiting }) =>
      `${become(waiting, "approved")}; ${sent(waiting)};
     ${support(waiting, 5)}`,
  }],
  [/what was played stays/, {
    "a play is deleted": ({ requests }) => `delete from plays where request_id = '${requests[0]}'`,
  }],
];

const ATTEMPTS = REFUSED.flatMap(([reason, attempts]) =>
  Object.entries(attempts).map(([what, attempt]) => ({ what, attempt, reason }))
);

for (const { what, attempt, reason } of ATTEMPTS) {
  Deno.test(`the database refuses that ${what}`, async () => {
    const { app, ...rest } = await books();
    await using _ = app;
    const statements = attempt({ app, ...rest });
    const before = await everything(app.deps.db);
    const [first, ...others] = statements.split(";");
    const error = await app.deps.db.write(() => [
      sql(first!),
      ...others.map((statement) => sql(statement)),
    ]).then(
      () => undefined,
      (e: Error) => e,
    );
    assert(error, "it was accepted");
    assert.match(`${error.message} ${error.cause}`, reason);
    assert.deepEqual(await everything(app.deps.db), before);
  });
}

Deno.test("erasePayoutDetails removes an erased account's bank details, and keeps those of other accounts", async () => {
  const { app, ownerId, paid } = await books();
  await using _ = app;
  const details = async () => {
    const payout = (await listPayouts(app.deps.db, ownerId)).find(({ id }) => id === paid);
    return [payout?.iban, payout?.accountHolderName, payout?.totalKurus];
  };
  await app.deps.db.write(() => [erasePayoutDetails({ owner: ownerId })]);
  assert.deepEqual(await details(), [IBAN, HOLDER, 900]);
  await app.deps.db.write(() => [
    sql`update accounts set erased_at = 1 where id = ${ownerId}`,
    erasePayoutDetails({ owner: ownerId }),
  ]);
  assert.deepEqual(await details(), ["", "", 900]);
});

/** The statement that ends the song that plays, `afterMs` after its start. */
function ended({ playing }: Books, why: string, afterMs = 1): string {
  return `update plays set state = 'ended', ended_at = ${
    STARTED_AT + afterMs
  }, why_ended = '${why}' where id = '${playing}'`;
}

interface Reversal {
  ownerId?: string;
  requestId?: string;
  kurus?: number;
  /** After the start of the song, in ms. */
  at?: number;
}

/** The statement that enters the reversal of the song that plays. */
function reversal({ otherId, playing }: Books, changes: Reversal = {}): string {
  const { ownerId = otherId, requestId = playing, kurus = -300, at = 1 } = changes;
  return `insert into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
    values ('x', '${ownerId}', 'reversal', ${kurus}, '${requestId}', ${STARTED_AT + at})`;
}

/** The statements that skip the song without the trigger that would reverse its tip, and enter another reversal. */
function reversalAlone(books: Books, changes: Reversal): string {
  return `drop trigger plays_reversed; ${ended(books, "skipped")}; ${reversal(books, changes)}`;
}

function corrected(payoutId: string, adminId: string): string {
  return `insert into payout_corrections (id, payout_id, paid_at, paid_by, corrected_at, corrected_by)
    select 'x', id, paid_at, paid_by, paid_at, '${adminId}' from payouts where id = '${payoutId}'`;
}

function payout(ownerId: string, total: number, fee: number): string {
  return `insert into payouts (id, owner_id, start_at, end_at, total_kurus, fee_kurus, iban,
    account_holder_name, status, created_at, paid_at)
    values ('x', '${ownerId}', 0, 9000000000000, ${total}, ${fee}, '', '', 'pending', 0, null)`;
}

async function everything(db: Books["app"]["deps"]["db"]) {
  const tables = ["ledger", "payouts", "closings", "song_requests", "plays", "support_tips"];
  return await Promise.all(tables.map((table) => db.all(sql(`select * from ${table}`))));
}
