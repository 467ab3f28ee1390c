CREATE TABLE `payout_corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`payout_id` text NOT NULL,
	`paid_at` integer NOT NULL,
	`paid_by` text NOT NULL,
	`corrected_at` integer NOT NULL,
	`corrected_by` text NOT NULL,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`corrected_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payout_corrections_payout` ON `payout_corrections` (`payout_id`);--> statement-breakpoint
CREATE INDEX `payouts_paid_at` ON `payouts` (`paid_at`) WHERE status = 'paid';
--> statement-breakpoint
CREATE TRIGGER payout_corrections_in_time BEFORE INSERT ON payout_corrections
WHEN NOT EXISTS (
  SELECT 1 FROM payouts p JOIN accounts a ON a.id = p.owner_id
  WHERE p.id = new.payout_id AND p.status = 'paid' AND p.paid_at = new.paid_at AND p.paid_by = new.paid_by
    AND new.corrected_at <= p.paid_at + 86400000 AND a.erased_at IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'payout_corrections: only of a payout that was paid less than a day ago');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_no_update BEFORE UPDATE ON payout_corrections
BEGIN
  SELECT RAISE(ABORT, 'payout_corrections: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_no_delete BEFORE DELETE ON payout_corrections
BEGIN
  SELECT RAISE(ABORT, 'payout_corrections: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_no_replace BEFORE INSERT ON payout_corrections
WHEN EXISTS (SELECT 1 FROM payout_corrections WHERE id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: payout_corrections is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_entered AFTER INSERT ON payout_corrections
BEGIN
  UPDATE payouts SET status = 'pending', paid_at = NULL, paid_by = NULL, iban = '', account_holder_name = ''
  WHERE id = new.payout_id;
END;
--> statement-breakpoint
DROP TRIGGER payouts_fixed;
--> statement-breakpoint
-- A payout may change in four ways: the admin marks it as paid, a row above corrects that, and an erased account gives up
-- a pending one, or loses the bank details of a paid one.
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
    OR (old.status = 'paid' AND new.status = 'pending' AND new.paid_by IS NULL
      AND new.iban = '' AND new.account_holder_name = ''
      AND EXISTS (
        SELECT 1 FROM payout_corrections
        WHERE payout_id = old.id AND paid_at = old.paid_at AND paid_by = old.paid_by
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
--> statement-breakpoint
-- The owner's open page hears of it (docs/live.md#revisions).
CREATE TRIGGER payouts_changed AFTER UPDATE OF status ON payouts
WHEN old.status <> new.status
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
