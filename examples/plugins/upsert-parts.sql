DELETE FROM "t" WHERE "id" = '1' AND "country" = 'AT';
INSERT INTO "t" ("id", "country", "n") VALUES ('1', 'DE', '3') ON CONFLICT ("id", "country") DO UPDATE SET "id" = excluded."id", "country" = excluded."country", "n" = excluded."n";
