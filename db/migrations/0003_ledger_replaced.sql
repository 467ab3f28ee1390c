-- INSERT OR REPLACE deletes the conflicting row without firing the triggers that refuse deletion, so it is
-- refused before. The message is the one that SQLite gives for a plain second INSERT.
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
CREATE TRIGGER payouts_no_replace BEFORE INSERT ON payouts
WHEN EXISTS (
  SELECT 1 FROM payouts
  WHERE id = new.id OR (owner_id = new.owner_id AND end_at = new.end_at)
)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: payouts is append-only');
END;
