-- Songs in free words have one uri together, and are told apart by their words (EARNING_SONG in db/money/ledger.ts).
-- Their sums are made anew from the ledger: a tip that was reversed counts 0 times 0 kuruş.
DROP TRIGGER earned_kept;
--> statement-breakpoint
DROP TRIGGER earned_reversed;
--> statement-breakpoint
DELETE FROM earned_song_days WHERE song_id IN (SELECT id FROM earned_songs WHERE uri = 'manual:');
--> statement-breakpoint
DELETE FROM earned_songs WHERE uri = 'manual:';
--> statement-breakpoint
DROP INDEX `earned_songs_uri`;
--> statement-breakpoint
ALTER TABLE earned_songs RENAME COLUMN uri TO song;
--> statement-breakpoint
CREATE UNIQUE INDEX `earned_songs_song` ON `earned_songs` (`owner_id`,`song`);
--> statement-breakpoint
-- Bare columns come from the row that max() found (sqlite.org/lang_select.html#bareagg).
INSERT INTO earned_songs (owner_id, song, request_id, last_at)
SELECT t.owner_id, r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.id, max(t.created_at)
FROM ledger t JOIN song_requests r ON r.id = t.request_id
WHERE t.kind = 'tip' AND r.uri = 'manual:' GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO earned_song_days (song_id, day, tips, kurus)
SELECT song_id, day, sum(tips) OVER until, sum(kurus) OVER until
FROM (
  SELECT s.id AS song_id, (t.created_at - 10800000) / 86400000 AS day, count(*) FILTER (WHERE v.id IS NULL) AS tips,
    coalesce(sum(t.amount_kurus) FILTER (WHERE v.id IS NULL), 0) AS kurus
  FROM ledger t JOIN song_requests r ON r.id = t.request_id
    JOIN earned_songs s ON s.owner_id = t.owner_id
      AND s.song = r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist)
    LEFT JOIN ledger v ON v.request_id = t.request_id AND v.kind = 'reversal'
  WHERE t.kind = 'tip' AND r.uri = 'manual:' GROUP BY 1, 2
)
WINDOW until AS (PARTITION BY song_id ORDER BY day);
--> statement-breakpoint
CREATE TRIGGER earned_kept AFTER INSERT ON ledger WHEN new.kind = 'tip'
BEGIN
  INSERT INTO earned_days (owner_id, day, kurus)
  VALUES (new.owner_id, (new.created_at - 10800000) / 86400000, new.amount_kurus)
  ON CONFLICT (owner_id, day) DO UPDATE SET kurus = kurus + excluded.kurus;
  INSERT INTO earned_songs (owner_id, song, request_id, last_at)
  SELECT r.owner_id, iif(r.uri = 'manual:', r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.uri),
    r.id, new.created_at
  FROM song_requests r WHERE r.id = new.request_id
  ON CONFLICT (owner_id, song) DO UPDATE SET request_id = excluded.request_id, last_at = excluded.last_at
  WHERE excluded.last_at >= earned_songs.last_at;
  INSERT INTO earned_song_days (song_id, day, tips, kurus)
  SELECT s.id, (new.created_at - 10800000) / 86400000, coalesce(d.tips, 0), coalesce(d.kurus, 0)
  FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id
      AND s.song = iif(r.uri = 'manual:', r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.uri)
    LEFT JOIN earned_song_days d ON d.song_id = s.id AND d.day = (
      SELECT max(day) FROM earned_song_days
      WHERE song_id = s.id AND day < (new.created_at - 10800000) / 86400000
    )
  WHERE r.id = new.request_id
  ON CONFLICT (song_id, day) DO NOTHING;
  UPDATE earned_song_days SET tips = tips + 1, kurus = kurus + new.amount_kurus
  WHERE day >= (new.created_at - 10800000) / 86400000 AND song_id = (
    SELECT s.id FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id
      AND s.song = iif(r.uri = 'manual:', r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.uri)
    WHERE r.id = new.request_id
  );
END;
--> statement-breakpoint
CREATE TRIGGER earned_reversed AFTER INSERT ON ledger WHEN new.kind = 'reversal'
BEGIN
  UPDATE earned_days SET kurus = kurus + new.amount_kurus
  WHERE owner_id = new.owner_id AND day = (
    SELECT (created_at - 10800000) / 86400000 FROM ledger
    WHERE request_id = new.request_id AND kind = 'tip'
  );
  UPDATE earned_song_days SET tips = tips - 1, kurus = kurus + new.amount_kurus
  WHERE day >= (
    SELECT (created_at - 10800000) / 86400000 FROM ledger
    WHERE request_id = new.request_id AND kind = 'tip'
  ) AND song_id = (
    SELECT s.id FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id
      AND s.song = iif(r.uri = 'manual:', r.uri || coalesce(r.song_key, r.song_title || '|' || r.artist), r.uri)
    WHERE r.id = new.request_id
  );
END;
