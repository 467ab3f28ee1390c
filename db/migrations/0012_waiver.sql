-- An owner who deletes the account may give up what is owed: the balance by a row of the ledger, and each pending payout
-- by its status (docs/money.md#waiver). Triggers that name the ledger are dropped before the table is built anew.
DROP TRIGGER payouts_entered;
--> statement-breakpoint
DROP TRIGGER payouts_earned;
--> statement-breakpoint
DROP TRIGGER payouts_no_replace;
--> statement-breakpoint
DROP TRIGGER payouts_fixed;
--> statement-breakpoint
CREATE TABLE `__new_ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_kurus` integer NOT NULL,
	`request_id` text,
	`payout_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_kind" CHECK((kind = 'tip' and amount_kurus >= 0 and request_id is not null and payout_id is null)
     or (kind in ('payout', 'fee') and amount_kurus < 0 and request_id is null and payout_id is not null)
     or (kind = 'waiver' and amount_kurus < 0 and request_id is null and payout_id is null))
);
--> statement-breakpoint
INSERT INTO `__new_ledger`("id", "owner_id", "kind", "amount_kurus", "request_id", "payout_id", "created_at") SELECT "id", "owner_id", "kind", "amount_kurus", "request_id", "payout_id", "created_at" FROM `ledger`;--> statement-breakpoint
DROP TABLE `ledger`;--> statement-breakpoint
ALTER TABLE `__new_ledger` RENAME TO `ledger`;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_request_id_unique` ON `ledger` (`request_id`);--> statement-breakpoint
CREATE INDEX `ledger_owner` ON `ledger` (`owner_id`,`created_at`,`kind`,`amount_kurus`);--> statement-breakpoint
CREATE INDEX `ledger_earned` ON `ledger` (`created_at`) WHERE kind = 'tip' and amount_kurus > 0;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_payout` ON `ledger` (`payout_id`,`kind`) WHERE payout_id is not null;
--> statement-breakpoint
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_entered AFTER INSERT ON payouts
BEGIN
  INSERT INTO ledger (id, owner_id, kind, amount_kurus, payout_id, created_at)
  VALUES (new.id || '-payout', new.owner_id, 'payout', -new.total_kurus, new.id, new.created_at);
  INSERT INTO ledger (id, owner_id, kind, amount_kurus, payout_id, created_at)
  SELECT new.id || '-fee', new.owner_id, 'fee', -new.fee_kurus, new.id, new.created_at
  WHERE new.fee_kurus > 0;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_payout_entered BEFORE INSERT ON ledger
WHEN new.kind IN ('payout', 'fee') AND NOT EXISTS (
  SELECT 1 FROM payouts
  WHERE id = new.payout_id AND owner_id = new.owner_id
    AND new.amount_kurus = -(CASE new.kind WHEN 'payout' THEN total_kurus ELSE fee_kurus END)
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a payout and its fee are entered as they were closed');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_replace BEFORE INSERT ON ledger
WHEN EXISTS (
  SELECT 1 FROM ledger
  WHERE id = new.id OR request_id = new.request_id
    OR (payout_id = new.payout_id AND kind = new.kind)
)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_whole BEFORE INSERT ON ledger
WHEN typeof(new.amount_kurus) <> 'integer'
BEGIN
  SELECT RAISE(ABORT, 'ledger: amounts are whole kuruş');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_tip_earned BEFORE INSERT ON ledger
WHEN new.kind = 'tip' AND NOT EXISTS (
  SELECT 1 FROM song_requests r
  WHERE r.id = new.request_id AND r.owner_id = new.owner_id
    AND r.tip_kurus = new.amount_kurus AND r.status = 'played'
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a tip is earned by a played request, exactly');
END;
--> statement-breakpoint
CREATE TRIGGER balances_kept AFTER INSERT ON ledger
BEGIN
  INSERT INTO balances (owner_id, kurus) VALUES (new.owner_id, new.amount_kurus)
  ON CONFLICT (owner_id) DO UPDATE SET kurus = kurus + new.amount_kurus;
END;
--> statement-breakpoint
CREATE TRIGGER payouts_earned BEFORE INSERT ON payouts
WHEN new.status <> 'pending' OR new.paid_by IS NOT NULL OR new.fee_kurus < 0
  OR new.total_kurus + new.fee_kurus <> coalesce(
    (SELECT kurus FROM balances WHERE owner_id = new.owner_id), 0
  ) - (
    SELECT coalesce(sum(amount_kurus), 0) FROM ledger
    WHERE owner_id = new.owner_id AND kind = 'tip' AND created_at >= new.end_at
  )
BEGIN
  SELECT RAISE(ABORT, 'payouts: total and fee are what was earned before the end, exactly');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_no_replace BEFORE INSERT ON payouts
WHEN EXISTS (
  SELECT 1 FROM payouts
  WHERE id = new.id OR (owner_id = new.owner_id AND end_at = new.end_at)
)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: payouts is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER earned_kept AFTER INSERT ON ledger WHEN new.kind = 'tip'
BEGIN
  INSERT INTO earned_days (owner_id, day, kurus)
  VALUES (new.owner_id, (new.created_at + 10800000) / 86400000, new.amount_kurus)
  ON CONFLICT (owner_id, day) DO UPDATE SET kurus = kurus + excluded.kurus;
  INSERT INTO earned_songs (owner_id, uri, request_id, last_at)
  SELECT owner_id, uri, id, new.created_at FROM song_requests WHERE id = new.request_id
  ON CONFLICT (owner_id, uri) DO UPDATE SET request_id = excluded.request_id, last_at = excluded.last_at
  WHERE excluded.last_at >= earned_songs.last_at;
  INSERT INTO earned_song_days (song_id, day, tips, kurus)
  SELECT s.id, (new.created_at + 10800000) / 86400000, coalesce(d.tips, 0), coalesce(d.kurus, 0)
  FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    LEFT JOIN earned_song_days d ON d.song_id = s.id AND d.day = (
      SELECT max(day) FROM earned_song_days
      WHERE song_id = s.id AND day < (new.created_at + 10800000) / 86400000
    )
  WHERE r.id = new.request_id
  ON CONFLICT (song_id, day) DO NOTHING;
  UPDATE earned_song_days SET tips = tips + 1, kurus = kurus + new.amount_kurus
  WHERE day >= (new.created_at + 10800000) / 86400000 AND song_id = (
    SELECT s.id FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    WHERE r.id = new.request_id
  );
END;
--> statement-breakpoint
-- A waiver takes the whole balance of an account that was erased, in the commit that erases it.
CREATE TRIGGER ledger_waived BEFORE INSERT ON ledger
WHEN new.kind = 'waiver' AND NOT EXISTS (
  SELECT 1 FROM accounts a JOIN balances b ON b.owner_id = a.id
  WHERE a.id = new.owner_id AND a.erased_at IS NOT NULL AND b.kurus = -new.amount_kurus
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a waiver is the whole balance of an erased account');
END;
--> statement-breakpoint
-- A payout may change in three ways: the admin marks it as paid, and an erased account gives up a pending one, or loses
-- the bank details of a paid one.
CREATE TRIGGER payouts_fixed BEFORE UPDATE ON payouts
WHEN NOT (
  new.id = old.id AND new.owner_id = old.owner_id AND new.start_at = old.start_at
  AND new.end_at = old.end_at AND new.total_kurus = old.total_kurus
  AND new.fee_kurus = old.fee_kurus AND new.created_at = old.created_at
  AND (
    (old.status = 'pending' AND new.status = 'paid' AND new.paid_by IS NOT NULL
      AND new.iban <> '' AND new.account_holder_name <> ''
      AND EXISTS (
        SELECT 1 FROM cafes WHERE owner_id = old.owner_id
          AND iban = new.iban AND account_holder_name = new.account_holder_name
      ))
    OR (new.iban = '' AND new.account_holder_name = ''
      AND new.paid_at IS old.paid_at AND new.paid_by IS old.paid_by
      AND (new.status, old.status) IN (VALUES ('paid', 'paid'), ('waived', 'pending'))
      AND EXISTS (SELECT 1 FROM accounts WHERE id = old.owner_id AND erased_at IS NOT NULL))
  )
)
BEGIN
  SELECT RAISE(ABORT, 'payouts: only pending to paid');
END;
