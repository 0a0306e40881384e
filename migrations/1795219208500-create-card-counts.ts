import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  CREATE TABLE card_counts (
    subject text NOT NULL CONSTRAINT pk_card_counts PRIMARY KEY,
    cards integer NOT NULL DEFAULT 0,
    paid integer NOT NULL DEFAULT 0,
    declined integer NOT NULL DEFAULT 0,
    counted_since timestamptz NOT NULL DEFAULT clock_timestamp(),
    blocked_until timestamptz,
    -- Refuses whatever is more than six digits, the id of a caller, or a keyed hash of 16 bytes.
    CONSTRAINT chk_card_counts_subject CHECK
      (subject ~ '^(bin:[0-9]{6}|key:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(email|network):[A-Za-z0-9_-]{22})$'),
    CONSTRAINT chk_card_counts_cards CHECK (cards >= 0 AND paid >= 0 AND declined >= 0)
  );

  -- Moves once a window, so that counting changes no index.
  CREATE INDEX ix_card_counts_counted_since ON card_counts (counted_since);

  CREATE TABLE counted_cards (
    order_id uuid NOT NULL CONSTRAINT pk_counted_cards PRIMARY KEY,
    subjects text[] NOT NULL,
    counted_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE INDEX ix_counted_cards_counted_at ON counted_cards (counted_at)`;

export class CreateCardCounts1795219208500 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE counted_cards, card_counts');
  }
}
