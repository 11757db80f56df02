DELETE FROM "people" WHERE "id" = '2';
INSERT INTO "people" ("id", "name") VALUES ('1', 'Anne') ON CONFLICT ("id") DO UPDATE SET "id" = excluded."id", "name" = excluded."name";
INSERT INTO "people" ("id", "name") VALUES ('4', 'D""i') ON CONFLICT ("id") DO UPDATE SET "id" = excluded."id", "name" = excluded."name";
