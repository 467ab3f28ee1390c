-- Music that is not a service's: the cafe's own files with the page that plays them, and the list of a cafe whose player is not
-- ours (docs/library.md, docs/speaker.md, docs/manual.md).
CREATE TABLE `library_skipped` (
	`path` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`why` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `library_tracks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`album` text NOT NULL,
	`folded` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`is_explicit` integer NOT NULL,
	`has_cover` integer NOT NULL,
	`gain_db` real NOT NULL,
	`shuffle_key` integer NOT NULL,
	`missing_at` integer,
	CONSTRAINT "library_tracks_duration" CHECK(duration_ms > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `library_tracks_path_unique` ON `library_tracks` (`path`);--> statement-breakpoint
CREATE INDEX `library_tracks_size` ON `library_tracks` (`size`,`modified_at`);--> statement-breakpoint
CREATE TABLE `manual_songs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` text NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`folded` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `manual_songs_owner` ON `manual_songs` (`owner_id`);--> statement-breakpoint
CREATE TABLE `players` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`lease_hash` text,
	`tab` text,
	`epoch` integer DEFAULT 0 NOT NULL,
	`held_until` integer DEFAULT 0 NOT NULL,
	`is_paused` integer DEFAULT false NOT NULL,
	`volume_percent` integer DEFAULT 100 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`shuffle_round` integer DEFAULT 1 NOT NULL,
	`shuffle_place` integer DEFAULT -1 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "players_volume" CHECK(volume_percent between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE `cafes` ADD `source` text;--> statement-breakpoint
-- The search's index of the folder's songs. Words are folded before they are stored, so its tokenizer changes nothing.
CREATE VIRTUAL TABLE library_words USING fts5(folded, content='library_tracks', content_rowid='id', tokenize='unicode61 remove_diacritics 0', prefix='2 3');--> statement-breakpoint
-- Every word with the number of songs that have it, from which a mistyped word is corrected.
CREATE VIRTUAL TABLE library_vocabulary USING fts5vocab(library_words, row);--> statement-breakpoint
CREATE TRIGGER library_tracks_added AFTER INSERT ON library_tracks BEGIN
	INSERT INTO library_words(rowid, folded) VALUES (new.id, new.folded);
END;--> statement-breakpoint
CREATE TRIGGER library_tracks_changed AFTER UPDATE OF folded ON library_tracks BEGIN
	INSERT INTO library_words(library_words, rowid, folded) VALUES ('delete', old.id, old.folded);
	INSERT INTO library_words(rowid, folded) VALUES (new.id, new.folded);
END;--> statement-breakpoint
CREATE TRIGGER library_tracks_removed AFTER DELETE ON library_tracks BEGIN
	INSERT INTO library_words(library_words, rowid, folded) VALUES ('delete', old.id, old.folded);
END;
