ALTER TABLE `rooms` ADD `pending` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO rooms (owner_id, pending)
SELECT owner_id, count(*) FROM song_requests WHERE status = 'pending' GROUP BY owner_id
ON CONFLICT (owner_id) DO UPDATE SET pending = excluded.pending;
--> statement-breakpoint
DROP TRIGGER song_requests_created;
--> statement-breakpoint
DROP TRIGGER song_requests_changed;
--> statement-breakpoint
CREATE TRIGGER song_requests_created AFTER INSERT ON song_requests
BEGIN
  INSERT INTO rooms (owner_id, revision, pending) VALUES (new.owner_id, 1, new.status = 'pending')
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1, pending = pending + excluded.pending;
END;
--> statement-breakpoint
-- A row that existed has a room.
CREATE TRIGGER song_requests_changed AFTER UPDATE OF status ON song_requests
WHEN old.status <> new.status
BEGIN
  UPDATE rooms SET revision = revision + 1,
    pending = pending + (new.status = 'pending') - (old.status = 'pending')
  WHERE owner_id = new.owner_id;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_removed AFTER DELETE ON song_requests
WHEN old.status = 'pending'
BEGIN
  UPDATE rooms SET pending = pending - 1 WHERE owner_id = old.owner_id;
END;
