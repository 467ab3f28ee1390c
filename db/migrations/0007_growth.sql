CREATE TABLE `balances` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`kurus` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `song_requests_queue`;--> statement-breakpoint
CREATE INDEX `song_requests_rejected` ON `song_requests` (`decided_at`) WHERE status = 'rejected' and guest_id is not null;--> statement-breakpoint
CREATE INDEX `song_requests_queue` ON `song_requests` (`owner_id`,tip_kurus desc,`created_at`,`id`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `ledger_earned` ON `ledger` (`created_at`) WHERE kind = 'tip' and amount_kurus > 0;--> statement-breakpoint
CREATE INDEX `plays_request` ON `plays` (`request_id`);
--> statement-breakpoint
INSERT INTO balances (owner_id, kurus) SELECT owner_id, sum(amount_kurus) FROM ledger GROUP BY owner_id;
--> statement-breakpoint
-- Summing the ledger takes longer with every song a cafe has played (docs/money.md#balance).
CREATE TRIGGER balances_kept AFTER INSERT ON ledger
BEGIN
  INSERT INTO balances (owner_id, kurus) VALUES (new.owner_id, new.amount_kurus)
  ON CONFLICT (owner_id) DO UPDATE SET kurus = kurus + new.amount_kurus;
END;
--> statement-breakpoint
DROP TRIGGER payouts_earned;
--> statement-breakpoint
-- What was earned before the end is the balance without the tips that came at the end or later, which are few.
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
-- Made anew, because the newest trigger is asked first and this one names the reason that callers look for.
DROP TRIGGER payouts_no_replace;
--> statement-breakpoint
CREATE TRIGGER payouts_no_replace BEFORE INSERT ON payouts
WHEN EXISTS (
  SELECT 1 FROM payouts
  WHERE id = new.id OR (owner_id = new.owner_id AND end_at = new.end_at)
)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: payouts is append-only');
END;
