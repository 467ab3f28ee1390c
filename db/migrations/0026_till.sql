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
CREATE INDEX `till_receipts_owner` ON `till_receipts` (`owner_id`,`created_at`,`kurus`);--> statement-breakpoint
CREATE INDEX `till_receipts_request` ON `till_receipts` (`request_id`,`kurus`);--> statement-breakpoint
ALTER TABLE `song_requests` ADD `at_till` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `song_requests` ADD `received_kurus` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `song_requests_till` ON `song_requests` (`owner_id`,`created_at`) WHERE at_till = 1;
--> statement-breakpoint
-- A tip that is paid at the cafe's till is nothing that the platform owes, so the ledger does not have it
-- (docs/money.md#till).
DROP TRIGGER ledger_tip_earned;
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
-- Where a tip is paid is fixed, and what the till has of it is the sum of its receipts.
CREATE TRIGGER song_requests_till_fixed BEFORE UPDATE OF at_till, received_kurus ON song_requests
WHEN old.at_till <> new.at_till
  OR (old.received_kurus <> new.received_kurus
    AND new.received_kurus <> (SELECT coalesce(sum(kurus), 0) FROM till_receipts WHERE request_id = old.id))
BEGIN
  SELECT RAISE(ABORT, 'song_requests: where a tip is paid is fixed');
END;
--> statement-breakpoint
-- The till never has less than nothing of a tip, nor more than the tip.
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
