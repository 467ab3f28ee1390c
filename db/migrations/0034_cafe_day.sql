-- A cafe's day begins at 06:00 in Istanbul, which is 03:00 UTC all year (docs/evenings.md#day). What was summed by calendar
-- day is summed anew from the ledger: a tip that was reversed counts 0 times 0 kuruş.
DROP TRIGGER earned_kept;
--> statement-breakpoint
DROP TRIGGER earned_reversed;
--> statement-breakpoint
DELETE FROM earned_song_days;
--> statement-breakpoint
DELETE FROM earned_days;
--> statement-breakpoint
CREATE TABLE counted_tips AS
SELECT t.owner_id, s.id AS song_id, (t.created_at - 10800000) / 86400000 AS day,
  count(*) FILTER (WHERE v.id IS NULL) AS tips, coalesce(sum(t.amount_kurus) FILTER (WHERE v.id IS NULL), 0) AS kurus
FROM ledger t JOIN song_requests r ON r.id = t.request_id
  JOIN earned_songs s ON s.owner_id = t.owner_id AND s.uri = r.uri
  LEFT JOIN ledger v ON v.request_id = t.request_id AND v.kind = 'reversal'
WHERE t.kind = 'tip' GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO earned_days (owner_id, day, kurus)
SELECT owner_id, day, sum(kurus) FROM counted_tips GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO earned_song_days (song_id, day, tips, kurus)
SELECT song_id, day, sum(tips) OVER until, sum(kurus) OVER until FROM counted_tips
WINDOW until AS (PARTITION BY song_id ORDER BY day);
--> statement-breakpoint
DROP TABLE counted_tips;
--> statement-breakpoint
CREATE TRIGGER earned_kept AFTER INSERT ON ledger WHEN new.kind = 'tip'
BEGIN
  INSERT INTO earned_days (owner_id, day, kurus)
  VALUES (new.owner_id, (new.created_at - 10800000) / 86400000, new.amount_kurus)
  ON CONFLICT (owner_id, day) DO UPDATE SET kurus = kurus + excluded.kurus;
  INSERT INTO earned_songs (owner_id, uri, request_id, last_at)
  SELECT owner_id, uri, id, new.created_at FROM song_requests WHERE id = new.request_id
  ON CONFLICT (owner_id, uri) DO UPDATE SET request_id = excluded.request_id, last_at = excluded.last_at
  WHERE excluded.last_at >= earned_songs.last_at;
  INSERT INTO earned_song_days (song_id, day, tips, kurus)
  SELECT s.id, (new.created_at - 10800000) / 86400000, coalesce(d.tips, 0), coalesce(d.kurus, 0)
  FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    LEFT JOIN earned_song_days d ON d.song_id = s.id AND d.day = (
      SELECT max(day) FROM earned_song_days
      WHERE song_id = s.id AND day < (new.created_at - 10800000) / 86400000
    )
  WHERE r.id = new.request_id
  ON CONFLICT (song_id, day) DO NOTHING;
  UPDATE earned_song_days SET tips = tips + 1, kurus = kurus + new.amount_kurus
  WHERE day >= (new.created_at - 10800000) / 86400000 AND song_id = (
    SELECT s.id FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
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
    SELECT s.id FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    WHERE r.id = new.request_id
  );
END;
