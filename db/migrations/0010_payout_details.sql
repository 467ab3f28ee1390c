-- A pending payout goes to the bank details that its cafe has by then, so it keeps those that it was paid to and no
-- others (docs/money.md#payouts).
DROP TRIGGER payouts_fixed;
--> statement-breakpoint
UPDATE payouts SET iban = '', account_holder_name = '' WHERE status = 'pending';
--> statement-breakpoint
CREATE TRIGGER payouts_fixed BEFORE UPDATE ON payouts
WHEN NOT (
  new.id = old.id AND new.owner_id = old.owner_id AND new.start_at = old.start_at
  AND new.end_at = old.end_at AND new.total_kurus = old.total_kurus
  AND new.fee_kurus = old.fee_kurus AND new.created_at = old.created_at AND new.status = 'paid'
  AND (
    (old.status = 'pending' AND new.paid_by IS NOT NULL AND new.iban <> '' AND new.account_holder_name <> ''
      AND EXISTS (
        SELECT 1 FROM cafes WHERE owner_id = old.owner_id
          AND iban = new.iban AND account_holder_name = new.account_holder_name
      ))
    OR (old.status = 'paid' AND new.paid_at = old.paid_at AND new.paid_by = old.paid_by
      AND new.iban = '' AND new.account_holder_name = ''
      AND EXISTS (SELECT 1 FROM accounts WHERE id = old.owner_id AND erased_at IS NOT NULL))
  )
)
BEGIN
  SELECT RAISE(ABORT, 'payouts: only pending to paid');
END;
