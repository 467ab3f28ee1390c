-- The live schema, which all migrations together leave. A new database is made of it at once. Written by
-- `deno task schema`; tests/db/schema_test.ts holds it to the migrations. What each table and column is for: db/schema/.

CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`phone` text NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`verified_at` integer,
	`erased_at` integer,
	CONSTRAINT "accounts_role" CHECK(role in ('owner', 'admin'))
);
--> statement-breakpoint
CREATE TABLE `cafes` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`iban` text DEFAULT '' NOT NULL,
	`account_holder_name` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL, `source` text, `cards_printed_at` integer, `set_up_at` integer, `picks` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cafes_name" CHECK(length(name) between 1 and 100),
	CONSTRAINT "cafes_holder" CHECK(length(account_holder_name) <= 100),
	CONSTRAINT "cafes_iban" CHECK(iban = '' or (length(iban) = 26 and iban glob 'TR*'))
);
--> statement-breakpoint
CREATE TABLE `closings` (
	`ends_at` integer PRIMARY KEY NOT NULL,
	`closed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`owner_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `guest_id`, `key`)
);
--> statement-breakpoint
CREATE TABLE `letters` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`secret` text,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`claimed_until` integer,
	`sent_at` integer
, `origin` text);
--> statement-breakpoint
CREATE TABLE `music_grants` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`access_token` text NOT NULL,
	`access_expires_at` integer NOT NULL,
	`refresh_token` text NOT NULL,
	`consented_at` integer NOT NULL,
	`device_id` text,
	`ended_at` integer, `device_name` text,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `one_time_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`account_id` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`wrong_tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_secrets_purpose" CHECK(purpose in ('verify', 'reset', 'ticket', 'state'))
);
--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`total_kurus` integer NOT NULL,
	`iban` text NOT NULL,
	`account_holder_name` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`paid_by` text, `fee_kurus` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_total" CHECK(total_kurus > 0),
	CONSTRAINT "payouts_span" CHECK(end_at >= start_at),
	CONSTRAINT "payouts_paid" CHECK((status = 'paid') = (paid_at is not null))
);
--> statement-breakpoint
CREATE TABLE `rooms` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL
, `pending` integer DEFAULT 0 NOT NULL);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL, `device` text, `last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `tracks` (
	`uri` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`album_art` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`seen_at` integer NOT NULL
, `explicit` integer DEFAULT false NOT NULL, `folded` text, `song_key` text);
--> statement-breakpoint
CREATE TABLE `plays` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`request_id` text,
	`source` text NOT NULL,
	`uri` text NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`album_art` text NOT NULL,
	`duration_ms` integer,
	`state` text NOT NULL,
	`sent_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`why_ended` text, `ordered_at` integer, `position_ms` integer DEFAULT 0 NOT NULL, `position_at` integer, `is_paused` integer DEFAULT false NOT NULL, `song_key` text, `sent_by` text, `begun_at` integer, `heard_ms` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plays_state" CHECK(state in ('sent', 'playing', 'ended', 'released')),
	CONSTRAINT "plays_started" CHECK((state in ('playing', 'ended')) = (started_at is not null)),
	CONSTRAINT "plays_ended" CHECK((state in ('ended', 'released')) = (ended_at is not null)),
	CONSTRAINT "plays_why" CHECK((ended_at is null) = (why_ended is null))
);
--> statement-breakpoint
CREATE TABLE `balances` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`kurus` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	"song" text NOT NULL,
	`request_id` text NOT NULL,
	`last_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `payout_corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`payout_id` text NOT NULL,
	`paid_at` integer NOT NULL,
	`paid_by` text NOT NULL,
	`corrected_at` integer NOT NULL,
	`corrected_by` text NOT NULL,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paid_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`corrected_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `conductors` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`fallback_uri` text,
	`fallback_url` text,
	`fallback_title` text,
	`fallback_art` text,
	`fallback_length` integer,
	`state` text DEFAULT 'idle' NOT NULL,
	`state_until` integer,
	`sentence` text,
	`volume_percent` integer,
	`command` text,
	`command_number` integer DEFAULT 0 NOT NULL,
	`holder` text,
	`held_until` integer DEFAULT 0 NOT NULL, `left_device` text, `fallback_hours` text, `fallback_until` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_kurus` integer NOT NULL,
	`request_id` text,
	`payout_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_kind" CHECK((kind = 'tip' and amount_kurus >= 0 and request_id is not null and payout_id is null)
     or (kind = 'reversal' and amount_kurus <= 0 and request_id is not null and payout_id is null)
     or (kind in ('payout', 'fee') and amount_kurus < 0 and request_id is null and payout_id is not null)
     or (kind = 'waiver' and amount_kurus < 0 and request_id is null and payout_id is null))
);
--> statement-breakpoint
CREATE TABLE `library_skipped` (
	`path` text PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`why` text NOT NULL
, `changed_at` integer);
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
	`missing_at` integer, `isrc` text, `changed_at` integer,
	CONSTRAINT "library_tracks_duration" CHECK(duration_ms > 0)
);
--> statement-breakpoint
CREATE TABLE `manual_songs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` text NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`folded` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	`shuffle_place` integer DEFAULT -1 NOT NULL, `claimed_by` text, `heard_at` integer, `session_id` text,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "players_volume" CHECK(volume_percent between 0 and 100)
);
--> statement-breakpoint
CREATE VIRTUAL TABLE library_words USING fts5(folded, content='library_tracks', content_rowid='id', tokenize='unicode61 remove_diacritics 0', prefix='2 3');
--> statement-breakpoint
CREATE VIRTUAL TABLE library_vocabulary USING fts5vocab(library_words, row);
--> statement-breakpoint
CREATE TABLE "song_requests" (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`song_title` text NOT NULL,
	`artist` text NOT NULL,
	`album_art` text NOT NULL,
	`uri` text NOT NULL,
	`tip_kurus` integer NOT NULL,
	`support_kurus` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`guest_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_from` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`unplayable_at` integer, `song_key` text, `expired_at` integer, `table_label` text, `entered_at` integer, `at_till` integer DEFAULT false NOT NULL, `received_kurus` integer DEFAULT 0 NOT NULL, `decided_by` text, `decided_by_before` text, `is_aside` integer DEFAULT false NOT NULL, `first_at` integer, `is_own` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "song_requests_tip" CHECK(support_kurus >= 0 and tip_kurus - support_kurus between 0 and 1000000),
	CONSTRAINT "song_requests_status" CHECK(status in ('pending', 'approved', 'rejected', 'played', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE `support_tips` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`guest_id` text,
	`kurus` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "support_tips_kurus" CHECK(typeof(kurus) = 'integer' and kurus between 1 and 1000000)
);
--> statement-breakpoint
CREATE TABLE `house_rules` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`requests` text NOT NULL,
	`hours` text NOT NULL,
	`last_call_minutes` integer,
	`accepts` text NOT NULL,
	`closes_at` integer,
	`explicit_refused` integer NOT NULL,
	`blocked_words` text NOT NULL,
	`blocked_folded` text NOT NULL,
	`longest_minutes` integer,
	`repeat_minutes` integer,
	`per_guest` integer,
	`approve` text NOT NULL,
	`approve_from_kurus` integer, `queue_order` text DEFAULT 'tip' NOT NULL CONSTRAINT "house_rules_order" CHECK(queue_order in ('tip', 'patience')), `patience_songs` integer DEFAULT 5 NOT NULL CONSTRAINT "house_rules_patience" CHECK(patience_songs between 1 and 50), `tables` text DEFAULT 'off' NOT NULL CONSTRAINT "house_rules_tables" CHECK(tables in ('off', 'optional', 'required')), `tips` text DEFAULT 'platform' NOT NULL CONSTRAINT "house_rules_tips" CHECK(tips in ('platform', 'till')), `per_hour` integer, `artist_minutes` integer, `blocked_until` integer, `till_link` text, `paused_until` integer, `dedications` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "house_rules_requests" CHECK(requests in ('open', 'closed', 'hours')),
	CONSTRAINT "house_rules_approve" CHECK(approve in ('never', 'always', 'from')),
	CONSTRAINT "house_rules_from" CHECK(approve <> 'from' or approve_from_kurus is not null)
);
--> statement-breakpoint
CREATE TABLE `cafe_tables` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`label` text NOT NULL,
	`code` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `till_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`request_id` text NOT NULL,
	`kurus` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "till_receipts_kurus" CHECK(typeof(kurus) = 'integer' and kurus <> 0)
);
--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invitations_name" CHECK(length(name) between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE `memberships` (
	`account_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`role` text NOT NULL,
	`name` text NOT NULL,
	`invitation_id` text NOT NULL,
	`invited_at` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`account_id`, `owner_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "memberships_other" CHECK(account_id <> owner_id),
	CONSTRAINT "memberships_role" CHECK(role = 'staff'),
	CONSTRAINT "memberships_name" CHECK(length(name) <= 100)
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`account_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`begun_at` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "second_factors_step" CHECK(last_step >= 0)
);
--> statement-breakpoint
CREATE TABLE `library_folder` (
	`id` integer PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "library_folder_one" CHECK(id = 1)
);
--> statement-breakpoint
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
CREATE TABLE `morning_letters` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`written_day` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE TABLE `guest_blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`song_title` text NOT NULL,
	`blocked_by` text NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `call_allowances` (
	`client_id` text PRIMARY KEY NOT NULL,
	`start` integer NOT NULL,
	`calls` real NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "call_allowances_least" CHECK(calls >= 20)
);
--> statement-breakpoint
CREATE TABLE `hidden_songs` (
	`owner_id` text NOT NULL,
	`song_id` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `song_id`),
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`song_id`) REFERENCES `library_tracks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `dedications` (
	`request_id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`wish` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `song_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dedications_name" CHECK(length(name) between 1 and 20),
	CONSTRAINT "dedications_wish" CHECK(wish between 1 and 8)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_verified_email` ON `accounts` (`email`) WHERE verified_at is not null;
--> statement-breakpoint
CREATE INDEX `accounts_email` ON `accounts` (`email`);
--> statement-breakpoint
CREATE UNIQUE INDEX `cafes_owner_id_unique` ON `cafes` (`owner_id`);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);
--> statement-breakpoint
CREATE INDEX `letters_unsent` ON `letters` (`next_attempt_at`) WHERE sent_at is null;
--> statement-breakpoint
CREATE INDEX `letters_recipient` ON `letters` (`recipient`,`kind`,`created_at`);
--> statement-breakpoint
CREATE INDEX `one_time_secrets_account` ON `one_time_secrets` (`account_id`,`purpose`);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_period` ON `payouts` (`owner_id`,`end_at`);
--> statement-breakpoint
CREATE INDEX `payouts_pending` ON `payouts` (`created_at`) WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);
--> statement-breakpoint
CREATE INDEX `tracks_seen` ON `tracks` (`seen_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `plays_active` ON `plays` (`owner_id`) WHERE ended_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `plays_played` ON `plays` (`request_id`) WHERE started_at is not null;
--> statement-breakpoint
CREATE INDEX `plays_sent` ON `plays` (`sent_at`) WHERE state = 'sent';
--> statement-breakpoint
CREATE INDEX `plays_owner` ON `plays` (`owner_id`,`sent_at`);
--> statement-breakpoint
CREATE INDEX `plays_request` ON `plays` (`request_id`);
--> statement-breakpoint
CREATE INDEX `earned_songs_last` ON `earned_songs` (`owner_id`,`last_at`);
--> statement-breakpoint
CREATE INDEX `plays_replaced` ON `plays` (`owner_id`,`ended_at`) WHERE why_ended = 'replaced';
--> statement-breakpoint
CREATE INDEX `payout_corrections_payout` ON `payout_corrections` (`payout_id`);
--> statement-breakpoint
CREATE INDEX `payouts_paid_at` ON `payouts` (`paid_at`) WHERE status = 'paid';
--> statement-breakpoint
CREATE INDEX `conductors_on` ON `conductors` (`held_until`) WHERE is_on = 1;
--> statement-breakpoint
CREATE INDEX `ledger_owner` ON `ledger` (`owner_id`,`created_at`,`kind`,`amount_kurus`);
--> statement-breakpoint
CREATE INDEX `ledger_earned` ON `ledger` (`created_at`) WHERE kind = 'tip' and amount_kurus > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_request` ON `ledger` (`request_id`,`kind`) WHERE request_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_payout` ON `ledger` (`payout_id`,`kind`) WHERE payout_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `cafes_short_code` ON `cafes` (substr(lower(id), -8));
--> statement-breakpoint
CREATE UNIQUE INDEX `library_tracks_path_unique` ON `library_tracks` (`path`);
--> statement-breakpoint
CREATE INDEX `library_tracks_size` ON `library_tracks` (`size`,`modified_at`);
--> statement-breakpoint
CREATE INDEX `manual_songs_owner` ON `manual_songs` (`owner_id`);
--> statement-breakpoint
CREATE INDEX `song_requests_open` ON `song_requests` (`owner_id`,`status`,`created_at`) WHERE status in ('pending', 'approved');
--> statement-breakpoint
CREATE INDEX `song_requests_guest` ON `song_requests` (`owner_id`,`guest_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `song_requests_guest_kept` ON `song_requests` (`created_at`) WHERE guest_id is not null;
--> statement-breakpoint
CREATE INDEX `support_tips_request` ON `support_tips` (`request_id`,`guest_id`,`kurus`);
--> statement-breakpoint
CREATE INDEX `support_tips_guest` ON `support_tips` (`guest_id`,`created_at`) WHERE guest_id is not null;
--> statement-breakpoint
CREATE INDEX `support_tips_guest_kept` ON `support_tips` (`created_at`) WHERE guest_id is not null;
--> statement-breakpoint
CREATE INDEX `house_rules_closes` ON `house_rules` (`closes_at`) WHERE closes_at is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `cafe_tables_label` ON `cafe_tables` (`owner_id`,`label`);
--> statement-breakpoint
CREATE UNIQUE INDEX `cafe_tables_code` ON `cafe_tables` (`owner_id`,`code`);
--> statement-breakpoint
CREATE INDEX `till_receipts_owner` ON `till_receipts` (`owner_id`,`created_at`,`kurus`);
--> statement-breakpoint
CREATE INDEX `till_receipts_request` ON `till_receipts` (`request_id`,`kurus`);
--> statement-breakpoint
CREATE INDEX `song_requests_till` ON `song_requests` (`owner_id`,`created_at`) WHERE at_till = 1;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_hash` ON `invitations` (`hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_address` ON `invitations` (`owner_id`,`email`);
--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`);
--> statement-breakpoint
CREATE INDEX `memberships_owner` ON `memberships` (`owner_id`);
--> statement-breakpoint
CREATE INDEX `recovery_codes_account` ON `recovery_codes` (`account_id`);
--> statement-breakpoint
CREATE INDEX `misses_day` ON `misses` (`day`);
--> statement-breakpoint
CREATE INDEX `morning_letters_due` ON `morning_letters` (`written_day`) WHERE is_on = 1;
--> statement-breakpoint
CREATE INDEX `song_requests_settled` ON `song_requests` (`owner_id`,`created_at`) WHERE status in ('rejected', 'played', 'withdrawn');
--> statement-breakpoint
CREATE INDEX `song_requests_song` ON `song_requests` (`owner_id`,case when song_key is null then uri else song_key end,`created_at`) WHERE status in ('rejected', 'played', 'withdrawn');
--> statement-breakpoint
CREATE UNIQUE INDEX `guest_blocks_guest` ON `guest_blocks` (`owner_id`,`guest_id`);
--> statement-breakpoint
CREATE INDEX `song_requests_queue` ON `song_requests` (`owner_id`,`is_aside`,first_at is null,`first_at`,tip_kurus desc,`created_at`,`id`) WHERE status = 'approved' and unplayable_at is null;
--> statement-breakpoint
CREATE INDEX `dedications_kept` ON `dedications` (`created_at`);
--> statement-breakpoint
CREATE INDEX `dedications_owner` ON `dedications` (`owner_id`);
--> statement-breakpoint
CREATE INDEX `conductors_until` ON `conductors` (`fallback_until`) WHERE fallback_until is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `earned_songs_song` ON `earned_songs` (`owner_id`,`song`);
--> statement-breakpoint
CREATE TRIGGER payouts_no_delete BEFORE DELETE ON payouts
BEGIN
  SELECT RAISE(ABORT, 'payouts: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER closings_no_update BEFORE UPDATE ON closings
BEGIN
  SELECT RAISE(ABORT, 'closings: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER closings_no_delete BEFORE DELETE ON closings
BEGIN
  SELECT RAISE(ABORT, 'closings: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_whole BEFORE INSERT ON payouts
WHEN typeof(new.total_kurus) <> 'integer' OR typeof(new.fee_kurus) <> 'integer'
BEGIN
  SELECT RAISE(ABORT, 'payouts: total and fee are whole kuruş');
END;
--> statement-breakpoint
CREATE TRIGGER closings_no_replace BEFORE INSERT ON closings
WHEN EXISTS (SELECT 1 FROM closings WHERE ends_at = new.ends_at)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: closings is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER plays_transitions BEFORE UPDATE OF state ON plays
WHEN old.state <> new.state AND NOT (
  (old.state = 'sent' AND new.state IN ('playing', 'released'))
  OR (old.state = 'playing' AND new.state = 'ended')
  OR (old.state = 'ended' AND new.state = 'playing' AND old.why_ended = 'replaced')
)
BEGIN
  SELECT RAISE(ABORT, 'plays: no such transition');
END;
--> statement-breakpoint
CREATE TRIGGER plays_stay BEFORE DELETE ON plays
WHEN old.started_at IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'plays: what was played stays');
END;
--> statement-breakpoint
CREATE TRIGGER plays_no_replace BEFORE INSERT ON plays
WHEN EXISTS (
  SELECT 1 FROM plays
  WHERE id = new.id OR (owner_id = new.owner_id AND ended_at IS NULL AND new.ended_at IS NULL)
    OR (request_id = new.request_id AND started_at IS NOT NULL AND new.started_at IS NOT NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: plays');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_in_time BEFORE INSERT ON payout_corrections
WHEN NOT EXISTS (
  SELECT 1 FROM payouts p JOIN accounts a ON a.id = p.owner_id
  WHERE p.id = new.payout_id AND p.status = 'paid' AND p.paid_at = new.paid_at AND p.paid_by = new.paid_by
    AND new.corrected_at <= p.paid_at + 86400000 AND a.erased_at IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'payout_corrections: only of a payout that was paid less than a day ago');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_no_update BEFORE UPDATE ON payout_corrections
BEGIN
  SELECT RAISE(ABORT, 'payout_corrections: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_no_delete BEFORE DELETE ON payout_corrections
BEGIN
  SELECT RAISE(ABORT, 'payout_corrections: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_no_replace BEFORE INSERT ON payout_corrections
WHEN EXISTS (SELECT 1 FROM payout_corrections WHERE id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: payout_corrections is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payout_corrections_entered AFTER INSERT ON payout_corrections
BEGIN
  UPDATE payouts SET status = 'pending', paid_at = NULL, paid_by = NULL, iban = '', account_holder_name = ''
  WHERE id = new.payout_id;
END;
--> statement-breakpoint
CREATE TRIGGER payouts_fixed BEFORE UPDATE ON payouts
WHEN NOT (
  new.id = old.id AND new.owner_id = old.owner_id AND new.start_at = old.start_at
  AND new.end_at = old.end_at AND new.total_kurus = old.total_kurus
  AND new.fee_kurus = old.fee_kurus AND new.created_at = old.created_at
  AND (
    (old.status = 'pending' AND new.status = 'paid' AND new.paid_by IS NOT NULL
      AND new.iban <> '' AND new.account_holder_name <> ''
      AND EXISTS (
        SELECT 1 FROM cafes WHERE owner_id = old.owner_id
          AND iban = new.iban AND account_holder_name = new.account_holder_name
      ))
    OR (old.status = 'paid' AND new.status = 'pending' AND new.paid_by IS NULL
      AND new.iban = '' AND new.account_holder_name = ''
      AND EXISTS (
        SELECT 1 FROM payout_corrections
        WHERE payout_id = old.id AND paid_at = old.paid_at AND paid_by = old.paid_by
      ))
    OR (new.iban = '' AND new.account_holder_name = ''
      AND new.paid_at IS old.paid_at AND new.paid_by IS old.paid_by
      AND (new.status, old.status) IN (VALUES ('paid', 'paid'), ('waived', 'pending'))
      AND EXISTS (SELECT 1 FROM accounts WHERE id = old.owner_id AND erased_at IS NOT NULL))
  )
)
BEGIN
  SELECT RAISE(ABORT, 'payouts: only pending to paid');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_changed AFTER UPDATE OF status ON payouts
WHEN old.status <> new.status
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER plays_ordered AFTER UPDATE OF ordered_at ON plays
WHEN old.ordered_at IS NULL AND new.ordered_at IS NOT NULL
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER plays_over AFTER UPDATE OF state ON plays
WHEN old.state <> new.state AND (
  (new.state = 'ended' AND new.why_ended <> 'replaced')
  OR (new.state = 'released' AND old.ordered_at IS NOT NULL)
)
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER conductors_changed AFTER UPDATE OF is_on, state, fallback_uri, volume_percent ON conductors
WHEN old.is_on <> new.is_on OR old.state <> new.state OR old.fallback_uri IS NOT new.fallback_uri
  OR old.volume_percent IS NOT new.volume_percent
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_entered AFTER INSERT ON payouts
BEGIN
  INSERT INTO ledger (id, owner_id, kind, amount_kurus, payout_id, created_at)
  VALUES (new.id || '-payout', new.owner_id, 'payout', -new.total_kurus, new.id, new.created_at);
  INSERT INTO ledger (id, owner_id, kind, amount_kurus, payout_id, created_at)
  SELECT new.id || '-fee', new.owner_id, 'fee', -new.fee_kurus, new.id, new.created_at
  WHERE new.fee_kurus > 0;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_payout_entered BEFORE INSERT ON ledger
WHEN new.kind IN ('payout', 'fee') AND NOT EXISTS (
  SELECT 1 FROM payouts
  WHERE id = new.payout_id AND owner_id = new.owner_id
    AND new.amount_kurus = -(CASE new.kind WHEN 'payout' THEN total_kurus ELSE fee_kurus END)
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a payout and its fee are entered as they were closed');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_replace BEFORE INSERT ON ledger
WHEN EXISTS (
  SELECT 1 FROM ledger
  WHERE id = new.id OR (request_id = new.request_id AND kind = new.kind)
    OR (payout_id = new.payout_id AND kind = new.kind)
)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_whole BEFORE INSERT ON ledger
WHEN typeof(new.amount_kurus) <> 'integer'
BEGIN
  SELECT RAISE(ABORT, 'ledger: amounts are whole kuruş');
END;
--> statement-breakpoint
CREATE TRIGGER balances_kept AFTER INSERT ON ledger
BEGIN
  INSERT INTO balances (owner_id, kurus) VALUES (new.owner_id, new.amount_kurus)
  ON CONFLICT (owner_id) DO UPDATE SET kurus = kurus + new.amount_kurus;
END;
--> statement-breakpoint
CREATE TRIGGER payouts_earned BEFORE INSERT ON payouts
WHEN new.status <> 'pending' OR new.paid_by IS NOT NULL OR new.fee_kurus < 0
  OR new.total_kurus + new.fee_kurus <> coalesce(
    (SELECT kurus FROM balances WHERE owner_id = new.owner_id), 0
  ) - (
    SELECT coalesce(sum(t.amount_kurus), 0) FROM ledger t
    WHERE t.owner_id = new.owner_id AND t.kind = 'tip' AND t.created_at >= new.end_at
      AND NOT EXISTS (SELECT 1 FROM ledger WHERE request_id = t.request_id AND kind = 'reversal')
  )
BEGIN
  SELECT RAISE(ABORT, 'payouts: total and fee are what was earned before the end, exactly');
END;
--> statement-breakpoint
CREATE TRIGGER payouts_no_replace BEFORE INSERT ON payouts
WHEN EXISTS (
  SELECT 1 FROM payouts
  WHERE id = new.id OR (owner_id = new.owner_id AND end_at = new.end_at)
)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: payouts is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_waived BEFORE INSERT ON ledger
WHEN new.kind = 'waiver' AND NOT EXISTS (
  SELECT 1 FROM accounts a JOIN balances b ON b.owner_id = a.id
  WHERE a.id = new.owner_id AND a.erased_at IS NOT NULL AND b.kurus = -new.amount_kurus
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a waiver is the whole balance of an erased account');
END;
--> statement-breakpoint
CREATE TRIGGER library_tracks_added AFTER INSERT ON library_tracks BEGIN
	INSERT INTO library_words(rowid, folded) VALUES (new.id, new.folded);
END;
--> statement-breakpoint
CREATE TRIGGER library_tracks_changed AFTER UPDATE OF folded ON library_tracks BEGIN
	INSERT INTO library_words(library_words, rowid, folded) VALUES ('delete', old.id, old.folded);
	INSERT INTO library_words(rowid, folded) VALUES (new.id, new.folded);
END;
--> statement-breakpoint
CREATE TRIGGER library_tracks_removed AFTER DELETE ON library_tracks BEGIN
	INSERT INTO library_words(library_words, rowid, folded) VALUES ('delete', old.id, old.folded);
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_created AFTER INSERT ON song_requests
BEGIN
  INSERT INTO rooms (owner_id, revision, pending) VALUES (new.owner_id, 1, new.status = 'pending')
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1, pending = pending + excluded.pending;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER song_requests_transitions BEFORE UPDATE OF status ON song_requests
WHEN old.status <> new.status AND NOT (
  (old.status = 'pending' AND new.status IN ('approved', 'rejected'))
  OR (old.status = 'pending' AND new.status = 'withdrawn'
    AND NOT EXISTS (SELECT 1 FROM support_tips WHERE request_id = old.id AND guest_id IS NOT old.guest_id))
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
--> statement-breakpoint
CREATE TRIGGER song_requests_tip_fixed BEFORE UPDATE OF tip_kurus, support_kurus, owner_id, uri ON song_requests
WHEN old.owner_id <> new.owner_id OR old.uri <> new.uri
  OR ((old.tip_kurus <> new.tip_kurus OR old.support_kurus <> new.support_kurus) AND NOT (
    new.tip_kurus - new.support_kurus = old.tip_kurus - old.support_kurus
    AND new.support_kurus = (SELECT coalesce(sum(kurus), 0) FROM support_tips WHERE request_id = old.id)
  ))
BEGIN
  SELECT RAISE(ABORT, 'song_requests: tip, owner and uri are fixed');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_played_stay BEFORE DELETE ON song_requests
WHEN old.status = 'played'
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a played one stays');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_tip_whole BEFORE INSERT ON song_requests
WHEN typeof(new.tip_kurus) <> 'integer' OR new.support_kurus <> 0
BEGIN
  SELECT RAISE(ABORT, 'song_requests: a tip is whole kuruş, and a new request has no support');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_no_replace BEFORE INSERT ON song_requests
WHEN EXISTS (SELECT 1 FROM song_requests WHERE id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: song_requests.id');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_id_fixed BEFORE UPDATE OF id ON song_requests
WHEN old.id <> new.id
BEGIN
  SELECT RAISE(ABORT, 'song_requests: the id is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_unplayable AFTER UPDATE OF unplayable_at ON song_requests
WHEN (old.unplayable_at IS NULL) <> (new.unplayable_at IS NULL) AND old.status = new.status
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_supported AFTER UPDATE OF tip_kurus ON song_requests
WHEN old.tip_kurus <> new.tip_kurus
BEGIN
  UPDATE rooms SET revision = revision + 1 WHERE owner_id = new.owner_id;
END;
--> statement-breakpoint
CREATE TRIGGER support_tips_open BEFORE INSERT ON support_tips
WHEN NOT EXISTS (
  SELECT 1 FROM song_requests r
  WHERE r.id = new.request_id AND r.status IN ('pending', 'approved') AND r.unplayable_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM plays WHERE owner_id = r.owner_id AND ended_at IS NULL AND state = 'sent' AND request_id = r.id)
)
BEGIN
  SELECT RAISE(ABORT, 'support_tips: only for a request that waits or is queued');
END;
--> statement-breakpoint
CREATE TRIGGER support_tips_added AFTER INSERT ON support_tips
BEGIN
  UPDATE song_requests SET tip_kurus = tip_kurus + new.kurus, support_kurus = support_kurus + new.kurus
  WHERE id = new.request_id;
END;
--> statement-breakpoint
CREATE TRIGGER support_tips_fixed BEFORE UPDATE ON support_tips
WHEN NOT (
  new.id = old.id AND new.request_id = old.request_id AND new.kurus = old.kurus
  AND new.created_at = old.created_at AND new.guest_id IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'support_tips: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER support_tips_no_delete BEFORE DELETE ON support_tips
BEGIN
  SELECT RAISE(ABORT, 'support_tips: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER support_tips_no_replace BEFORE INSERT ON support_tips
WHEN EXISTS (SELECT 1 FROM support_tips WHERE id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: support_tips.id');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_tip_earned BEFORE INSERT ON ledger
WHEN new.kind = 'tip' AND NOT EXISTS (
  SELECT 1 FROM song_requests r
  WHERE r.id = new.request_id AND r.owner_id = new.owner_id
    AND r.tip_kurus = new.amount_kurus AND r.status = 'played' AND r.at_till = 0
)
BEGIN
  SELECT RAISE(ABORT, 'ledger: a tip is earned by a played request, exactly');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_till_new BEFORE INSERT ON song_requests
WHEN new.received_kurus <> 0 OR new.at_till NOT IN (0, 1)
BEGIN
  SELECT RAISE(ABORT, 'song_requests: the till has nothing of a new request');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_till_fixed BEFORE UPDATE OF at_till, received_kurus ON song_requests
WHEN old.at_till <> new.at_till
  OR (old.received_kurus <> new.received_kurus
    AND new.received_kurus <> (SELECT coalesce(sum(kurus), 0) FROM till_receipts WHERE request_id = old.id))
BEGIN
  SELECT RAISE(ABORT, 'song_requests: where a tip is paid is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER till_receipts_within BEFORE INSERT ON till_receipts
WHEN NOT EXISTS (
  SELECT 1 FROM song_requests r
  WHERE r.id = new.request_id AND r.owner_id = new.owner_id AND r.at_till = 1
    AND r.received_kurus + new.kurus BETWEEN 0 AND r.tip_kurus
    AND (new.kurus < 0 OR r.status IN ('pending', 'approved', 'played'))
)
BEGIN
  SELECT RAISE(ABORT, 'till_receipts: only of a tip that is paid at the till, and within it');
END;
--> statement-breakpoint
CREATE TRIGGER till_receipts_added AFTER INSERT ON till_receipts
BEGIN
  UPDATE song_requests SET received_kurus = received_kurus + new.kurus WHERE id = new.request_id;
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER till_receipts_no_update BEFORE UPDATE ON till_receipts
BEGIN
  SELECT RAISE(ABORT, 'till_receipts: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER till_receipts_no_delete BEFORE DELETE ON till_receipts
BEGIN
  SELECT RAISE(ABORT, 'till_receipts: append-only');
END;
--> statement-breakpoint
CREATE TRIGGER till_receipts_no_replace BEFORE INSERT ON till_receipts
WHEN EXISTS (SELECT 1 FROM till_receipts WHERE id = new.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE constraint failed: till_receipts.id');
END;
--> statement-breakpoint
CREATE TRIGGER memberships_joined AFTER INSERT ON memberships
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_changed AFTER UPDATE OF ended_at ON memberships
WHEN old.ended_at IS NOT new.ended_at
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
--> statement-breakpoint
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
CREATE TRIGGER plays_put_back AFTER UPDATE OF state ON plays
WHEN old.state = 'sent' AND new.state = 'released'
BEGIN
  UPDATE plays SET state = 'playing', ended_at = NULL, why_ended = NULL
  WHERE owner_id = new.owner_id AND why_ended = 'replaced' AND ended_at = new.sent_at
    -- By now its song may have come to its end.
    AND (is_paused OR coalesce(heard_ms + new.ended_at - ended_at < duration_ms, 1));
END;
--> statement-breakpoint
CREATE TRIGGER plays_moved AFTER UPDATE OF is_paused, position_at ON plays
WHEN old.state = 'playing' AND new.state = 'playing' AND (old.is_paused <> new.is_paused
  OR (old.position_at IS NOT NULL AND old.position_at <> new.position_at))
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
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
CREATE TRIGGER plays_end_fixed BEFORE UPDATE OF started_at, ended_at, why_ended, heard_ms ON plays
WHEN old.state = 'ended' AND new.state = 'ended'
  AND (old.why_ended IN ('skipped', 'not_played') OR new.why_ended IN ('skipped', 'not_played'))
  AND (old.started_at <> new.started_at OR old.ended_at <> new.ended_at OR old.why_ended <> new.why_ended
    OR old.heard_ms IS NOT new.heard_ms)
BEGIN
  SELECT RAISE(ABORT, 'plays: how it ended is fixed');
END;
--> statement-breakpoint
CREATE TRIGGER song_requests_first AFTER UPDATE OF first_at ON song_requests
WHEN old.first_at IS NOT new.first_at AND old.status = new.status
BEGIN
  INSERT INTO rooms (owner_id, revision) VALUES (new.owner_id, 1)
  ON CONFLICT (owner_id) DO UPDATE SET revision = revision + 1;
END;
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
--> statement-breakpoint
CREATE TRIGGER evenings_reversed AFTER UPDATE OF state ON plays
WHEN old.state = 'playing' AND new.state = 'ended' AND new.request_id IS NOT NULL
  AND (new.why_ended = 'not_played'
    OR (new.why_ended = 'skipped' AND coalesce(new.heard_ms, new.ended_at - new.started_at) < 30000))
BEGIN
  UPDATE evenings SET played = played - (SELECT is_own = 0 FROM song_requests WHERE id = new.request_id),
    expected_kurus = expected_kurus - (SELECT at_till * tip_kurus FROM song_requests WHERE id = new.request_id)
  WHERE owner_id = new.owner_id AND day = (new.started_at - 10800000) / 86400000;
END;
--> statement-breakpoint
CREATE TRIGGER plays_fixed BEFORE UPDATE OF id, owner_id, request_id, source, uri, sent_at ON plays
WHEN old.id <> new.id OR old.owner_id <> new.owner_id OR old.request_id IS NOT new.request_id
  OR old.source <> new.source OR old.uri <> new.uri OR old.sent_at <> new.sent_at
BEGIN
  SELECT RAISE(ABORT, 'plays: what was sent, to which source, for whom and when is fixed');
END;
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
