ALTER TABLE `song_requests` ADD `is_own` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE TRIGGER song_requests_own_new BEFORE INSERT ON song_requests
WHEN new.is_own <> 0 AND (new.is_own <> 1 OR new.guest_id IS NOT NULL OR (new.tip_kurus > 0 AND new.at_till = 0))
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a cafe owes itself nothing');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_own_fixed BEFORE UPDATE OF is_own ON song_requests
WHEN old.is_own <> new.is_own
BEGIN
  SELECT RAISE(ABORT, 'song_requests: whose it is is fixed');
END;
