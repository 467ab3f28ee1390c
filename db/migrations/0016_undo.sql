ALTER TABLE `song_requests` ADD `decided_from` text;
--> statement-breakpoint
-- A decision may be taken back: the status before it returns, once (docs/requests.md#undo).
DROP TRIGGER song_requests_transitions;
--> statement-breakpoint
CREATE TRIGGER song_requests_transitions BEFORE UPDATE OF status ON song_requests
WHEN old.status <> new.status AND NOT (
  (old.status = 'pending' AND new.status IN ('approved', 'rejected'))
  OR (old.status = 'approved' AND new.status = 'rejected'
    AND NOT EXISTS (SELECT 1 FROM plays WHERE request_id = old.id AND state = 'sent' AND owner_id = old.owner_id AND ended_at IS NULL))
  OR (old.status = 'approved' AND new.status = 'played'
    AND EXISTS (SELECT 1 FROM plays WHERE request_id = old.id AND started_at IS NOT NULL))
  OR (old.status IN ('approved', 'rejected') AND new.status IS old.decided_from AND new.decided_from IS NULL
    AND NOT EXISTS (SELECT 1 FROM plays WHERE request_id = old.id AND state = 'sent' AND owner_id = old.owner_id AND ended_at IS NULL))
)
BEGIN
  SELECT RAISE(ABORT, 'song_requests: no such transition');
END;
