-- The rules that drizzle cannot declare. A revision rises by one with every change that a page could see;
-- claiming a song for the player is not one (docs/live.md#revisions).
CREATE TRIGGER song_requests_created AFTER INSERT ON song_requests
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_changed AFTER UPDATE OF status, played_at ON song_requests
WHEN old.status <> new.status OR old.played_at IS NOT new.played_at
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_transitions BEFORE UPDATE OF status, played_at ON song_requests
WHEN (old.status = 'rejected' AND new.status <> 'rejected')
  OR (old.status = 'approved' AND new.status = 'pending')
  OR (old.played_at IS NOT NULL AND new.played_at IS NOT old.played_at)
  OR (old.claimed_at IS NOT NULL AND new.status <> 'approved')
BEGIN
  SELECT RAISE(ABORT, 'song_requests: no such transition');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_tip_fixed BEFORE UPDATE OF tip_kurus, owner_id, uri ON song_requests
WHEN old.tip_kurus <> new.tip_kurus OR old.owner_id <> new.owner_id OR old.uri <> new.uri
BEGIN
  SELECT RAISE(ABORT, 'song_requests: tip, owner and uri are fixed');
END;
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
CREATE TRIGGER ledger_tip_earned BEFORE INSERT ON ledger
WHEN new.kind = 'tip' AND NOT EXISTS (
  SELECT 1 FROM song_requests
  WHERE id = new.request_id AND owner_id = new.owner_id
    AND tip_kurus = new.amount_kurus AND played_at IS NOT NULL
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a tip is earned by a played request, exactly');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_fixed BEFORE UPDATE ON payouts
WHEN old.status = 'paid' OR new.status <> 'paid' OR old.owner_id <> new.owner_id
  OR old.start_at <> new.start_at OR old.end_at <> new.end_at OR old.total_kurus <> new.total_kurus
  OR old.iban <> new.iban OR old.account_holder_name <> new.account_holder_name
BEGIN
  SELECT RAISE(ABORT, 'payouts: only pending to paid');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_no_delete BEFORE DELETE ON payouts
BEGIN
  SELECT RAISE(ABORT, 'payouts: append-only');
END;
