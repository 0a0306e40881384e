import type { MigrationInterface, QueryRunner } from 'typeorm';
import { GUARD_ORDERS } from './states/order.sql.js';

const TABLE = `
  CREATE TABLE orders (
    id uuid NOT NULL CONSTRAINT pk_orders PRIMARY KEY,
    account_id uuid NOT NULL CONSTRAINT fk_orders_account_id REFERENCES accounts (id),
    idempotency_key text,
    request_fingerprint jsonb NOT NULL,
    external_id text NOT NULL,
    method text NOT NULL,
    status text NOT NULL,
    amount numeric NOT NULL,
    currency text,
    purpose text,
    success_url text,
    fail_url text,
    masked_card_number text,
    card_brand text,
    -- Of an order whose card comes later: the payer is known only when it is created.
    payer_subjects text[],
    retry_of uuid CONSTRAINT fk_orders_retry_of REFERENCES orders (id),
    provider_order_id uuid CONSTRAINT uq_orders_provider_order_id UNIQUE,
    provider_status text,
    payment_link text,
    commission numeric,
    received numeric,
    problem text,
    paid_at timestamptz,
    checks_made integer NOT NULL DEFAULT 0,
    next_check_at timestamptz,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT uq_orders_account_id_idempotency_key UNIQUE (account_id, idempotency_key),
    CONSTRAINT uq_orders_account_id_external_id UNIQUE (account_id, external_id),
    CONSTRAINT chk_orders_method CHECK (method IN
      ('HOSTED_PAGE', 'CARD_H2H', 'CARD_IN_ORDER', 'WALLET1', 'WALLET2', 'BANK_TRANSFER')),
    CONSTRAINT chk_orders_status CHECK (status IN
      ('SUBMITTING', 'CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'ABANDONED', 'UNCONFIRMED',
       'UNRECOGNIZED')),
    CONSTRAINT chk_orders_amount CHECK (amount > 0 AND amount < 1e12 AND scale(amount) <= 4),
    CONSTRAINT chk_orders_commission CHECK (commission >= 0 AND commission < 1e12 AND scale(commission) <= 4),
    CONSTRAINT chk_orders_received CHECK (received >= 0 AND received < 1e12 AND scale(received) <= 4),
    CONSTRAINT chk_orders_currency CHECK (currency ~ '^[A-Z]{3}$'),
    -- Of a card only what may be shown is kept: anything with more digits in a row is refused.
    CONSTRAINT chk_orders_masked_card_number CHECK (masked_card_number ~ '^[0-9]{6}[*]{2,9}[0-9]{4}$'),
    -- An order the provider knows of has the provider's id.
    CONSTRAINT chk_orders_provider_order_id CHECK (provider_order_id IS NOT NULL OR status IN
      ('SUBMITTING', 'DECLINED', 'ABANDONED', 'UNCONFIRMED')),
    -- Never silently stopped: whatever may still change by itself is due at some time, and nothing else is.
    CONSTRAINT chk_orders_next_check_at CHECK ((next_check_at IS NOT NULL) = (status IN
      ('SUBMITTING', 'CREATED', 'PENDING', 'UNCONFIRMED', 'UNRECOGNIZED')))
  )`;

const INDEXES = `
  CREATE INDEX ix_orders_next_check_at ON orders (next_check_at) WHERE next_check_at IS NOT NULL;
  CREATE INDEX ix_orders_retry_of ON orders (retry_of) WHERE retry_of IS NOT NULL;
  CREATE INDEX ix_orders_created_at_id ON orders (created_at, id);
  CREATE INDEX ix_orders_updated_at_id ON orders (updated_at, id);
  CREATE INDEX ix_orders_amount_id ON orders (amount, id);
  CREATE INDEX ix_orders_status_created_at_id ON orders (status, created_at, id);

  -- For the free-text search; a trusted extension, so the owner of the database may create it.
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX ix_orders_search ON orders USING gin ((lower(
    id::text || ' ' || coalesce(provider_order_id::text, '') || ' ' || external_id || ' ' || coalesce(purpose, '')
  )) gin_trgm_ops)`;

export class CreateOrders1795219210000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await queryRunner.query(INDEXES);
    await queryRunner.query(GUARD_ORDERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE orders');
  }
}
