-- A play is of the source that the cafe had, not of its song's (docs/playback.md#a-play). Of what is over it is not known.
UPDATE plays SET source = 'manual'
WHERE ended_at IS NULL AND owner_id IN (SELECT owner_id FROM cafes WHERE source = 'manual');
--> statement-breakpoint
DROP TRIGGER plays_fixed;
--> statement-breakpoint
CREATE TRIGGER plays_fixed BEFORE UPDATE OF id, owner_id, request_id, source, uri, sent_at ON plays
WHEN old.id <> new.id OR old.owner_id <> new.owner_id OR old.request_id IS NOT new.request_id
  OR old.source <> new.source OR old.uri <> new.uri OR old.sent_at <> new.sent_at
BEGIN
  SELECT RAISE(ABORT, 'plays: what was sent, to which source, for whom and when is fixed');
END;
