CREATE TABLE `library_folder` (
	`id` integer PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "library_folder_one" CHECK(id = 1)
);
--> statement-breakpoint
INSERT INTO `library_folder` (`id`, `owner_id`)
SELECT 1, `owner_id` FROM `cafes` WHERE `source` = 'library' ORDER BY `created_at`, `id` LIMIT 1;
