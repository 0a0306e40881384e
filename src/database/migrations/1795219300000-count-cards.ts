import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountCards1795219300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // The CHECK refuses whatever is more than six digits, the id of a caller, or a keyed hash of 16 bytes.
    await queryRunner.query(`
      CREATE TABLE card_counts (
        subject text NOT NULL CONSTRAINT pk_card_counts PRIMARY KEY,
        cards integer NOT NULL DEFAULT 0,
        paid integer NOT NULL DEFAULT 0,
        declined integer NOT NULL DEFAULT 0,
        counted_since timestamptz NOT NULL DEFAULT clock_timestamp(),
        blocked_until timestamptz,
        CONSTRAINT chk_card_counts_subject CHECK
          (subject ~ '^(bin:[0-9]{6}|key:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(email|network):[A-Za-z0-9_-]{22})$'),
        CONSTRAINT chk_card_counts_cards CHECK (cards >= 0 AND paid >= 0 AND declined >= 0)
      )`);
    // Moves once a window, so that counting changes no index.
    await queryRunner.query('CREATE INDEX ix_card_counts_counted_since ON card_counts (counted_since)');
    await queryRunner.query(`
      CREATE TABLE counted_cards (
        order_id uuid NOT NULL CONSTRAINT pk_counted_cards PRIMARY KEY,
        subjects text[] NOT NULL,
        counted_at timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query('CREATE INDEX ix_counted_cards_counted_at ON counted_cards (counted_at)');
    // Of an order whose card comes later: the payer is known only when it is created.
    await queryRunner.query('ALTER TABLE orders ADD COLUMN payer_subjects text[]');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE orders DROP COLUMN payer_subjects');
    await queryRunner.query('DROP TABLE counted_cards');
    await queryRunner.query('DROP TABLE card_counts');
  }
}
