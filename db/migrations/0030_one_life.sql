DROP INDEX `song_requests_queue`;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `is_aside` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `song_requests_queue` ON `song_requests` (`owner_id`,`is_aside`,tip_kurus desc,`created_at`,`id`) WHERE status = 'approved' and unplayable_at is null;--> statement-breakpoint
ALTER TABLE `players` ADD `heard_at` integer;--> statement-breakpoint
ALTER TABLE `plays` ADD `begun_at` integer;--> statement-breakpoint
ALTER TABLE `plays` ADD `heard_ms` integer;
--> statement-breakpoint
UPDATE song_requests SET is_aside = 1 WHERE status IN ('pending', 'approved', 'rejected') AND EXISTS (
  SELECT 1 FROM cafes WHERE cafes.owner_id = song_requests.owner_id AND cafes.source <> 'manual'
    AND cafes.source <> substr(uri, 1, instr(uri, ':') - 1)
);
--> statement-breakpoint
-- A song begins by one statement and ends by one (plays.ts), and its tip follows in the same commit: earned here,
-- reversed below (docs/money.md#earned).
CREATE TRIGGER plays_begun AFTER UPDATE OF state ON plays
WHEN old.state = 'sent' AND new.state = 'playing'
BEGIN
  UPDATE song_requests SET status = 'played' WHERE id = new.request_id;
  -- A tip that is paid at the cafe's till is nothing that the platform owes.
  INSERT INTO ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
  SELECT id || '-tip', owner_id, 'tip', tip_kurus, id, new.begun_at
  FROM song_requests WHERE id = new.request_id AND at_till = 0;
  -- A request has raised the revision by its status.
  INSERT INTO rooms (owner_id, revision) SELECT new.owner_id, 1 WHERE new.request_id IS NULL
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
DROP TRIGGER plays_shown;
--> statement-breakpoint
-- A released play did not cut off the one that it had replaced, which goes on. A trigger, since several statements
-- release plays.
CREATE TRIGGER plays_put_back AFTER UPDATE OF state ON plays
WHEN old.state = 'sent' AND new.state = 'released'
BEGIN
  UPDATE plays SET state = 'playing', ended_at = NULL, why_ended = NULL
  WHERE owner_id = new.owner_id AND why_ended = 'replaced' AND ended_at = new.sent_at
    -- By now its song may have come to its end.
    AND (is_paused OR coalesce(heard_ms + new.ended_at - ended_at < duration_ms, 1));
END;
--> statement-breakpoint
DROP TRIGGER plays_moved;
--> statement-breakpoint
-- The first position of a song comes with its beginning, which has raised the revision.
CREATE TRIGGER plays_moved AFTER UPDATE OF is_paused, position_at ON plays
WHEN old.state = 'playing' AND new.state = 'playing' AND (old.is_paused <> new.is_paused
  OR (old.position_at IS NOT NULL AND old.position_at <> new.position_at))
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
-- Thirty seconds are seconds heard. Plays from before `heard_ms` are counted by the clock, as they were.
DROP TRIGGER plays_reversed;
--> statement-breakpoint
CREATE TRIGGER plays_reversed AFTER UPDATE OF state ON plays
WHEN old.state = 'playing' AND new.state = 'ended' AND new.request_id IS NOT NULL
  AND (new.why_ended = 'not_played'
    OR (new.why_ended = 'skipped' AND coalesce(new.heard_ms, new.ended_at - new.started_at) < 30000))
BEGIN
  -- An erased account has given up what it was owed, this tip too.
  INSERT INTO ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
  SELECT request_id || '-reversal', owner_id, 'reversal', -amount_kurus, request_id, new.ended_at
  FROM ledger
  WHERE request_id = new.request_id AND kind = 'tip' AND NOT EXISTS (
    SELECT 1 FROM accounts WHERE id = new.owner_id AND erased_at IS NOT NULL
  );
END;
--> statement-breakpoint
DROP TRIGGER ledger_reversed;
--> statement-breakpoint
CREATE TRIGGER ledger_reversed BEFORE INSERT ON ledger
WHEN new.kind = 'reversal' AND NOT EXISTS (
  SELECT 1 FROM ledger t JOIN plays p ON p.request_id = t.request_id
  WHERE t.request_id = new.request_id AND t.kind = 'tip' AND t.owner_id = new.owner_id
    AND t.amount_kurus = -new.amount_kurus
    AND p.state = 'ended' AND p.ended_at = new.created_at
    AND (p.why_ended = 'not_played'
      OR (p.why_ended = 'skipped' AND coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a reversal is of a tip whose song was cut short, exactly');
END;
--> statement-breakpoint
DROP TRIGGER plays_end_fixed;
--> statement-breakpoint
-- Otherwise a tip could be reversed, or not, by another story of how its play ended.
CREATE TRIGGER plays_end_fixed BEFORE UPDATE OF started_at, ended_at, why_ended, heard_ms ON plays
WHEN old.state = 'ended' AND new.state = 'ended'
  AND (old.why_ended IN ('skipped', 'not_played') OR new.why_ended IN ('skipped', 'not_played'))
  AND (old.started_at <> new.started_at OR old.ended_at <> new.ended_at OR old.why_ended <> new.why_ended
    OR old.heard_ms IS NOT new.heard_ms)
BEGIN
  SELECT RAISE(ABORT, 'plays: how it ended is fixed');
END;
