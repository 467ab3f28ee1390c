-- Kuruş are whole numbers, but an INTEGER column would store 10.5 as it is.
CREATE TRIGGER song_requests_tip_whole BEFORE INSERT ON song_requests
WHEN typeof(new.tip_kurus) <> 'integer'
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a tip is whole kuruş');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_whole BEFORE INSERT ON payouts
WHEN typeof(new.total_kurus) <> 'integer' OR typeof(new.fee_kurus) <> 'integer'
BEGIN
  SELECT RAISE(ABORT, 'payouts: total and fee are whole kuruş');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_whole BEFORE INSERT ON ledger
WHEN typeof(new.amount_kurus) <> 'integer'
BEGIN
  SELECT RAISE(ABORT, 'ledger: amounts are whole kuruş');
END;
--> statement-breakpoint
-- As 0003 does for the ledger and payouts: INSERT OR REPLACE must not replace a row that has to stay.
CREATE TRIGGER song_requests_no_replace BEFORE INSERT ON song_requests
WHEN EXISTS (SELECT 1 FROM song_requests WHERE id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: song_requests.id');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_id_fixed BEFORE UPDATE OF id ON song_requests
WHEN old.id <> new.id
BEGIN
  SELECT RAISE(ABORT, 'song_requests: the id is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER closings_no_replace BEFORE INSERT ON closings
WHEN EXISTS (SELECT 1 FROM closings WHERE ends_at = new.ends_at)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: closings is append-only');
END;
