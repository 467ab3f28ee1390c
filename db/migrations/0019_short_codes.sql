-- The code of a cafe's short address (docs/http.md#short-addresses). drizzle-kit splits the expression at its comma, so
-- this line was corrected by hand.
CREATE UNIQUE INDEX `cafes_short_code` ON `cafes` (substr(lower(id), -8));