CREATE TABLE `earned_days` (
	`owner_id` text NOT NULL,
	`day` integer NOT NULL,
	`kurus` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `day`),
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `earned_song_days` (
	`song_id` integer NOT NULL,
	`day` integer NOT NULL,
	`tips` integer NOT NULL,
	`kurus` integer NOT NULL,
	PRIMARY KEY(`song_id`, `day`),
	FOREIGN KEY (`song_id`) REFERENCES `earned_songs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `earned_songs` (
	`id` integer PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`uri` text NOT NULL,
	`request_id` text NOT NULL,
	`last_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `earned_songs_uri` ON `earned_songs` (`owner_id`,`uri`);--> statement-breakpoint
CREATE INDEX `earned_songs_last` ON `earned_songs` (`owner_id`,`last_at`);--> statement-breakpoint
CREATE INDEX `plays_replaced` ON `plays` (`owner_id`,`ended_at`) WHERE why_ended = 'replaced';
--> statement-breakpoint
INSERT INTO earned_days (owner_id, day, kurus)
SELECT owner_id, (created_at + 10800000) / 86400000, sum(amount_kurus) FROM ledger WHERE kind = 'tip' GROUP BY 1, 2;
--> statement-breakpoint
-- Bare columns come from the row that max() found (sqlite.org/lang_select.html#bareagg).
INSERT INTO earned_songs (owner_id, uri, request_id, last_at)
SELECT l.owner_id, r.uri, r.id, max(l.created_at)
FROM ledger l JOIN song_requests r ON r.id = l.request_id WHERE l.kind = 'tip' GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO earned_song_days (song_id, day, tips, kurus)
SELECT song_id, day, sum(tips) OVER until, sum(kurus) OVER until
FROM (
  SELECT s.id AS song_id, (l.created_at + 10800000) / 86400000 AS day, count(*) AS tips, sum(l.amount_kurus) AS kurus
  FROM ledger l JOIN song_requests r ON r.id = l.request_id
    JOIN earned_songs s ON s.owner_id = l.owner_id AND s.uri = r.uri
  WHERE l.kind = 'tip' GROUP BY 1, 2
)
WINDOW until AS (PARTITION BY song_id ORDER BY day);
--> statement-breakpoint
-- Summing the tips of a month takes longer the more songs a cafe plays (docs/money.md#earnings). Istanbul is three hours
-- ahead of UTC all year. A tip that a clock which ran ahead has earned later than this one already counts this one too.
CREATE TRIGGER earned_kept AFTER INSERT ON ledger WHEN new.kind = 'tip'
BEGIN
  INSERT INTO earned_days (owner_id, day, kurus)
  VALUES (new.owner_id, (new.created_at + 10800000) / 86400000, new.amount_kurus)
  ON CONFLICT (owner_id, day) DO UPDATE SET kurus = kurus + excluded.kurus;
  INSERT INTO earned_songs (owner_id, uri, request_id, last_at)
  SELECT owner_id, uri, id, new.created_at FROM song_requests WHERE id = new.request_id
  ON CONFLICT (owner_id, uri) DO UPDATE SET request_id = excluded.request_id, last_at = excluded.last_at
  WHERE excluded.last_at >= earned_songs.last_at;
  INSERT INTO earned_song_days (song_id, day, tips, kurus)
  SELECT s.id, (new.created_at + 10800000) / 86400000, coalesce(d.tips, 0), coalesce(d.kurus, 0)
  FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    LEFT JOIN earned_song_days d ON d.song_id = s.id AND d.day = (
      SELECT max(day) FROM earned_song_days
      WHERE song_id = s.id AND day < (new.created_at + 10800000) / 86400000
    )
  WHERE r.id = new.request_id
  ON CONFLICT (song_id, day) DO NOTHING;
  UPDATE earned_song_days SET tips = tips + 1, kurus = kurus + new.amount_kurus
  WHERE day >= (new.created_at + 10800000) / 86400000 AND song_id = (
    SELECT s.id FROM song_requests r JOIN earned_songs s ON s.owner_id = r.owner_id AND s.uri = r.uri
    WHERE r.id = new.request_id
  );
END;
