import type { MigrationInterface, QueryRunner } from 'typeorm';
import { GUARD_H2H_SESSIONS } from './states/h2h-session.sql.js';

const TABLE = `
  CREATE TABLE h2h_sessions (
    -- The order's id: an order has at most one session.
    id uuid NOT NULL CONSTRAINT pk_h2h_sessions PRIMARY KEY CONSTRAINT fk_h2h_sessions_id REFERENCES orders (id),
    account_id uuid NOT NULL CONSTRAINT fk_h2h_sessions_account_id REFERENCES accounts (id),
    provider_order_id uuid NOT NULL,
    status text NOT NULL,
    provider_status text,
    is_sms_required boolean NOT NULL DEFAULT false,
    code_round integer NOT NULL DEFAULT 0,
    code_sent_round integer NOT NULL DEFAULT 0,
    code_sent_at timestamptz,
    -- How many codes may have reached the bank, in all rounds.
    codes_sent integer NOT NULL DEFAULT 0,
    is_code_taken boolean NOT NULL DEFAULT false,
    polls_since_code integer NOT NULL DEFAULT 0,
    last_code_rejected boolean NOT NULL DEFAULT false,
    masked_card_number text,
    card_brand text,
    -- Since when a card may be at the bank; null while none is.
    card_sent_at timestamptz,
    is_ended_here boolean NOT NULL DEFAULT false,
    problem text,
    polls_made integer NOT NULL DEFAULT 0,
    next_poll_at timestamptz,
    -- Grows with every change that a reader could see: what was read before it says nothing about it.
    revision integer NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT chk_h2h_sessions_status CHECK (status IN
      ('NOT_STARTED', 'UNCONFIRMED', 'INITIALIZING', 'PROCESSING', 'SUCCESS', 'CANCELLED', 'FAILED', 'EXPIRED')),
    -- One code a round, whoever sends it.
    CONSTRAINT chk_h2h_sessions_code_sent_round CHECK (code_sent_round BETWEEN 0 AND code_round),
    CONSTRAINT chk_h2h_sessions_is_sms_required CHECK (NOT is_sms_required OR code_sent_round < code_round),
    CONSTRAINT chk_h2h_sessions_codes_sent CHECK (codes_sent BETWEEN 0 AND 5),
    CONSTRAINT chk_h2h_sessions_masked_card_number CHECK (masked_card_number ~ '^[0-9]{6}[*]{2,9}[0-9]{4}$'),
    CONSTRAINT chk_h2h_sessions_card_sent_at CHECK (card_sent_at IS NOT NULL OR status = 'NOT_STARTED'),
    -- Never silently stopped: a card that may be at the bank is asked about until its session has an end.
    CONSTRAINT chk_h2h_sessions_next_poll_at CHECK ((next_poll_at IS NOT NULL) =
      (card_sent_at IS NOT NULL AND status IN ('NOT_STARTED', 'UNCONFIRMED', 'INITIALIZING', 'PROCESSING')))
  );

  CREATE INDEX ix_h2h_sessions_next_poll_at ON h2h_sessions (next_poll_at) WHERE next_poll_at IS NOT NULL`;

export class CreateH2hSessions1795219212000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await queryRunner.query(GUARD_H2H_SESSIONS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE h2h_sessions');
  }
}
