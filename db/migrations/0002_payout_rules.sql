ALTER TABLE `payouts` ADD `fee_kurus` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- A payout is exactly what was earned before its end and is not paid out yet, so no code path can pay
-- twice, round differently or leave a kuruş out.
CREATE TRIGGER payouts_earned BEFORE INSERT ON payouts
WHEN new.status <> 'pending' OR new.paid_by IS NOT NULL OR new.fee_kurus < 0
  OR new.total_kurus + new.fee_kurus <> (
    SELECT coalesce(sum(amount_kurus), 0) FROM ledger
    WHERE owner_id = new.owner_id AND (kind <> 'tip' OR created_at < new.end_at)
  )
BEGIN
  SELECT RAISE(ABORT, 'payouts: total and fee are what was earned before the end, exactly');
END;
--> statement-breakpoint
-- The database writes a payout's ledger rows, so that the two cannot disagree.
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
-- Deleting a played request would orphan its ledger row if foreign keys are not enforced.
CREATE TRIGGER song_requests_played_stay BEFORE DELETE ON song_requests
WHEN old.played_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a played one stays');
END;
--> statement-breakpoint
DROP TRIGGER payouts_fixed;
--> statement-breakpoint
-- A payout may change in two ways: the admin marks it as paid, and the bank details are removed from the
-- paid payouts of an erased account.
CREATE TRIGGER payouts_fixed BEFORE UPDATE ON payouts
WHEN NOT (
  new.id = old.id AND new.owner_id = old.owner_id AND new.start_at = old.start_at
  AND new.end_at = old.end_at AND new.total_kurus = old.total_kurus
  AND new.fee_kurus = old.fee_kurus AND new.created_at = old.created_at AND new.status = 'paid'
  AND (
    (old.status = 'pending' AND new.paid_by IS NOT NULL
      AND new.iban = old.iban AND new.account_holder_name = old.account_holder_name)
    OR (old.status = 'paid' AND new.paid_at = old.paid_at AND new.paid_by = old.paid_by
      AND new.iban = '' AND new.account_holder_name = ''
      AND EXISTS (SELECT 1 FROM accounts WHERE id = old.owner_id AND erased_at IS NOT NULL))
  )
)
BEGIN
  SELECT RAISE(ABORT, 'payouts: only pending to paid');
END;
--> statement-breakpoint
CREATE TRIGGER closings_no_update BEFORE UPDATE ON closings
BEGIN
  SELECT RAISE(ABORT, 'closings: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER closings_no_delete BEFORE DELETE ON closings
BEGIN
  SELECT RAISE(ABORT, 'closings: append-only');
END;
