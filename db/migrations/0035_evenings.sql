CREATE TABLE `evenings` (
	`owner_id` text NOT NULL,
	`day` integer NOT NULL,
	`requests` integer NOT NULL,
	`played` integer NOT NULL,
	`expected_kurus` integer NOT NULL,
	`received_kurus` integer NOT NULL,
	`guests` integer,
	`guest_requests` integer,
	PRIMARY KEY(`owner_id`, `day`),
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `evenings_closed` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	CONSTRAINT "evenings_closed_one" CHECK(id = 1)
);
--> statement-breakpoint
CREATE TABLE `misses` (
	`owner_id` text NOT NULL,
	`day` integer NOT NULL,
	`words` text NOT NULL,
	`count` integer NOT NULL,
	`guests` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `day`, `words`),
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `misses_day` ON `misses` (`day`);--> statement-breakpoint
CREATE TABLE `morning_letters` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`written_day` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `morning_letters_due` ON `morning_letters` (`written_day`) WHERE is_on = 1;--> statement-breakpoint
CREATE TABLE `refusals` (
	`owner_id` text NOT NULL,
	`day` integer NOT NULL,
	`rule` text NOT NULL,
	`song_title` text NOT NULL,
	`artist` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `day`, `rule`, `song_title`, `artist`),
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `library_tracks` ADD `isrc` text;--> statement-breakpoint
CREATE INDEX `song_requests_settled` ON `song_requests` (`owner_id`,`created_at`) WHERE status in ('rejected', 'played', 'withdrawn');--> statement-breakpoint
CREATE INDEX `song_requests_song` ON `song_requests` (`owner_id`,case when song_key is null then uri else song_key end,`created_at`) WHERE status in ('rejected', 'played', 'withdrawn');
--> statement-breakpoint
-- The days that are over, from what was kept of them. How many guests there were is not known any more. The newest day may
-- still go on, so it is summed like later ones (evenings.ts).
INSERT INTO evenings_closed (id, day)
SELECT 1, (newest - 10800000) / 86400000 - 1 FROM (
  SELECT max(newest) AS newest FROM (
    SELECT max(created_at) AS newest FROM song_requests
    UNION ALL SELECT max(sent_at) FROM plays
    UNION ALL SELECT max(created_at) FROM till_receipts))
WHERE newest IS NOT NULL;
--> statement-breakpoint
INSERT INTO evenings (owner_id, day, requests, played, expected_kurus, received_kurus)
SELECT owner_id, day, sum(requests), sum(played), sum(expected), sum(received) FROM (
  SELECT owner_id, (created_at - 10800000) / 86400000 AS day, 1 AS requests, 0 AS played, 0 AS expected, 0 AS received
  FROM song_requests
  UNION ALL
  SELECT p.owner_id, (p.started_at - 10800000) / 86400000, 0,
    r.id IS NOT NULL AND NOT (p.state = 'ended' AND (p.why_ended = 'not_played'
      OR (p.why_ended = 'skipped' AND coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))),
    CASE WHEN r.at_till = 1 AND NOT (p.state = 'ended' AND (p.why_ended = 'not_played'
      OR (p.why_ended = 'skipped' AND coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000)))
      THEN r.tip_kurus ELSE 0 END, 0
  FROM plays p LEFT JOIN song_requests r ON r.id = p.request_id WHERE p.started_at IS NOT NULL
  UNION ALL
  SELECT owner_id, (created_at - 10800000) / 86400000, 0, 0, 0, kurus FROM till_receipts)
WHERE day <= (SELECT day FROM evenings_closed) GROUP BY 1, 2;
--> statement-breakpoint
-- A song that was paused over the end of the day may be cut short after the day was summed. Without a sum nothing is done.
CREATE TRIGGER evenings_reversed AFTER UPDATE OF state ON plays
WHEN old.state = 'playing' AND new.state = 'ended' AND new.request_id IS NOT NULL
  AND (new.why_ended = 'not_played'
    OR (new.why_ended = 'skipped' AND coalesce(new.heard_ms, new.ended_at - new.started_at) < 30000))
BEGIN
  UPDATE evenings SET played = played - 1,
    expected_kurus = expected_kurus - (SELECT at_till * tip_kurus FROM song_requests WHERE id = new.request_id)
  WHERE owner_id = new.owner_id AND day = (new.started_at - 10800000) / 86400000;
END;
