import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = `
  -- Counts and sums go down as well as up, so no CHECK holds them: one sees a row that is only to be added.
  CREATE TABLE status_rollups (
    subject_type text NOT NULL,
    hour timestamptz NOT NULL,
    account_id uuid NOT NULL,
    destination text NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    seconds_bucket smallint NOT NULL,
    count integer NOT NULL,
    amount numeric NOT NULL,
    CONSTRAINT pk_status_rollups
      PRIMARY KEY (subject_type, hour, account_id, destination, currency, status, seconds_bucket),
    CONSTRAINT chk_status_rollups_subject_type CHECK (subject_type IN ('ORDER', 'PAYOUT'))
  );

  CREATE TABLE end_rollups (
    subject_type text NOT NULL,
    hour timestamptz NOT NULL,
    account_id uuid NOT NULL,
    destination text NOT NULL,
    currency text NOT NULL,
    learned_by text NOT NULL,
    delay_bucket smallint NOT NULL,
    count integer NOT NULL,
    CONSTRAINT pk_end_rollups
      PRIMARY KEY (subject_type, hour, account_id, destination, currency, learned_by, delay_bucket),
    CONSTRAINT chk_end_rollups_subject_type CHECK (subject_type IN ('ORDER', 'PAYOUT')),
    CONSTRAINT chk_end_rollups_learned_by CHECK (learned_by IN ('WEBHOOK', 'POLL', 'OTHER'))
  );

  CREATE TABLE rollup_orders_without_currency (
    order_id uuid NOT NULL CONSTRAINT pk_rollup_orders_without_currency PRIMARY KEY
  );

  -- One row: how far the log of status changes is counted.
  CREATE TABLE rollup_cursors (
    id smallint NOT NULL CONSTRAINT pk_rollup_cursors PRIMARY KEY,
    incarnation integer NOT NULL,
    tx_id xid8 NOT NULL,
    change_id bigint NOT NULL,
    CONSTRAINT chk_rollup_cursors_id CHECK (id = 1)
  );

  INSERT INTO rollup_cursors (id, incarnation, tx_id, change_id) VALUES (1, 0, '0', 0)`;

/** Charts read sums by the hour. They are counted from the log of status changes, from its first line on. */
export class CreateRollups1795219222000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE status_rollups, end_rollups, rollup_orders_without_currency, rollup_cursors');
  }
}
