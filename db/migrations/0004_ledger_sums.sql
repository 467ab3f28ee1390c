DROP INDEX `ledger_owner`;--> statement-breakpoint
CREATE INDEX `ledger_owner` ON `ledger` (`owner_id`,`created_at`,`kind`,`amount_kurus`);