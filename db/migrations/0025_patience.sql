ALTER TABLE `song_requests` ADD `entered_at` integer;
