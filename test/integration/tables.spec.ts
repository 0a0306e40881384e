import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

type Row = Readonly<Record<string, unknown>>;

interface ConstraintRow {
  readonly name: string;
  readonly kind: 'p' | 'u' | 'f' | 'c';
  readonly table: string;
}

const PREFIXES = { p: 'pk', u: 'uq', f: 'fk', c: 'chk' };

describe('tables', () => {
  let database: TestDatabase;
  let accountId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    accountId = randomUUID();
    await insert('accounts', { id: accountId, name: 'first', sealed_api_token: Buffer.of(1) });
  });

  afterAll(async () => {
    await database.drop();
  });

  async function insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    await database.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  }

  const order = (overrides: Row = {}): Row => ({
    id: randomUUID(),
    account_id: accountId,
    request_fingerprint: '{}',
    external_id: randomUUID(),
    method: 'HOSTED_PAGE',
    status: 'CREATED',
    amount: '10.50',
    provider_order_id: randomUUID(),
    next_check_at: new Date(),
    ...overrides,
  });

  const ended = (overrides: Row = {}): Row => order({ status: 'PAID', next_check_at: null, ...overrides });

  const webhook = (overrides: Row = {}): Row => ({
    id: randomUUID(),
    source: 'ORDERS',
    body_sha256: Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex'),
    body_bytes: 1,
    sealed_body: Buffer.of(1),
    ...overrides,
  });

  const change = (overrides: Row = {}): Row => ({
    subject_type: 'ORDER',
    subject_id: randomUUID(),
    to_status: 'CREATED',
    cause: 'API',
    ...overrides,
  });

  it('constraints and indexes are named after their table and purpose', async () => {
    const constraints = await database.query<ConstraintRow>(
      `SELECT conname AS name, contype AS kind, conrelid::regclass::text AS table FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')
         AND conrelid <> 'migrations'::regclass`,
    );
    expect(constraints.length).toBeGreaterThan(20);
    const misnamed = constraints.filter(({ name, kind, table }) => !name.startsWith(`${PREFIXES[kind]}_${table}`));
    expect(misnamed).toEqual([]);
    const indexes = await database.query<{ name: string; table: string }>(
      `SELECT indexname AS name, tablename AS table FROM pg_indexes
       WHERE schemaname = 'public' AND tablename <> 'migrations'
         AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    );
    expect(
      indexes.filter(({ name, table }) => !name.startsWith(`ix_${table}_`) && !name.startsWith(`uq_${table}_`)),
    ).toEqual([]);
  });

  describe('orders', () => {
    it.each([
      ['an open order', {}],
      ['an order being sent', { status: 'SUBMITTING', provider_order_id: null }],
      ['a paid order', { status: 'PAID', next_check_at: null, commission: '0', received: '10.5', currency: 'EUR' }],
      ['an abandoned order', { status: 'ABANDONED', provider_order_id: null, next_check_at: null }],
      ['the largest amount', { amount: '999999999999.9999' }],
    ])('accepts %s', async (_, overrides) => {
      await expect(insert('orders', order(overrides))).resolves.toBeUndefined();
    });

    it.each<[string, Row, string]>([
      ['an amount of nothing', { amount: '0' }, 'chk_orders_amount'],
      ['a negative amount', { amount: '-1' }, 'chk_orders_amount'],
      ['an amount that is no number', { amount: 'NaN' }, 'chk_orders_amount'],
      ['an infinite amount', { amount: 'Infinity' }, 'chk_orders_amount'],
      ['five digits after the point', { amount: '1.00001' }, 'chk_orders_amount'],
      ['thirteen digits', { amount: '1000000000000' }, 'chk_orders_amount'],
      ['a negative commission', { commission: '-0.01' }, 'chk_orders_commission'],
      ['a commission that is no number', { commission: 'NaN' }, 'chk_orders_commission'],
      ['received that is no number', { received: 'NaN' }, 'chk_orders_received'],
      ['received with five digits', { received: '0.00001' }, 'chk_orders_received'],
      ['a lower-case currency', { currency: 'eur' }, 'chk_orders_currency'],
      ['a long currency', { currency: 'USDT' }, 'chk_orders_currency'],
      ['an unknown status', { status: 'LOST', next_check_at: null }, 'chk_orders_status'],
      ['an unknown method', { method: 'CASH' }, 'chk_orders_method'],
      ['an open order without its next check', { next_check_at: null }, 'chk_orders_next_check_at'],
      ['an ended order with a next check', { status: 'PAID' }, 'chk_orders_next_check_at'],
      ['a resting order with a next check', { status: 'ABANDONED' }, 'chk_orders_next_check_at'],
      ['an order at the provider without its id', { provider_order_id: null }, 'chk_orders_provider_order_id'],
      ['an order of no account', { account_id: randomUUID() }, 'fk_orders_account_id'],
    ])('refuses %s', async (_, overrides, constraint) => {
      await expect(insert('orders', order(overrides))).rejects.toMatchObject({ constraint });
    });

    it.each([
      ['idempotency_key', 'uq_orders_account_id_idempotency_key'],
      ['external_id', 'uq_orders_account_id_external_id'],
      ['provider_order_id', 'uq_orders_provider_order_id'],
    ])('refuses a second row with the same %s', async (column, constraint) => {
      const value = randomUUID();
      await insert('orders', ended({ [column]: value }));
      await expect(insert('orders', ended({ [column]: value }))).rejects.toMatchObject({ constraint });
    });
  });

  describe('webhook_events', () => {
    it.each<[string, Row, string]>([
      ['a body dealt with that is still due', { state: 'PROCESSED' }, 'chk_webhook_events_next_try_at'],
      ['a body that nobody will look at', { next_try_at: null }, 'chk_webhook_events_next_try_at'],
      ['an unknown state', { state: 'LOST', next_try_at: null }, 'chk_webhook_events_state'],
      ['an unknown source', { source: 'MAIL' }, 'chk_webhook_events_source'],
      ['a short hash', { body_sha256: Buffer.of(1) }, 'chk_webhook_events_body_sha256'],
    ])('refuses %s', async (_, overrides, constraint) => {
      await expect(insert('webhook_events', webhook(overrides))).rejects.toMatchObject({ constraint });
    });

    it('refuses a second row for the same body', async () => {
      const event = webhook();
      await insert('webhook_events', event);
      await expect(insert('webhook_events', { ...event, id: randomUUID() })).rejects.toMatchObject({
        constraint: 'uq_webhook_events_source_attempt_id_body_sha256',
      });
    });
  });

  describe('desk_changes', () => {
    it('an update writes one change if it changes what the API shows, and none otherwise', async () => {
      const last = async (): Promise<Row | undefined> => {
        const rows = await database.query<Row>('SELECT * FROM desk_changes ORDER BY id DESC LIMIT 1');
        return rows[0];
      };
      const row = order();
      await insert('orders', row);
      const before = await last();
      await database.query('UPDATE orders SET checks_made = 5 WHERE id = $1', [row['id']]);
      expect(await last()).toEqual(before);
      await database.query(`UPDATE orders SET problem = 'x' WHERE id = $1`, [row['id']]);
      expect(await last()).toMatchObject({ subject_type: 'ORDER', subject_id: row['id'], aspects: [] });
      for (const statement of ['UPDATE desk_changes SET aspects = $$ {} $$', 'DELETE FROM desk_changes']) {
        await expect(database.query(statement)).rejects.toMatchObject({ code: '23001' });
      }
    });
  });

  describe('status_changes', () => {
    it.each<[string, Row, string]>([
      ['an unknown subject', { subject_type: 'PAYOUT!' }, 'chk_status_changes_subject_type'],
      ['an unknown cause', { cause: 'MAGIC' }, 'chk_status_changes_cause'],
      ['a move to where it was', { from_status: 'PAID', to_status: 'PAID' }, 'chk_status_changes_from_status'],
    ])('refuses %s', async (_, overrides, constraint) => {
      await expect(insert('status_changes', change(overrides))).rejects.toMatchObject({ constraint });
    });

    it.each([
      `UPDATE status_changes SET to_status = 'PAID' WHERE subject_id = $1`,
      `UPDATE status_changes SET from_status = 'PENDING' WHERE subject_id = $1`,
      `UPDATE status_changes SET cause = 'POLL' WHERE subject_id = $1`,
      `UPDATE status_changes SET evidence = '{"a":1}' WHERE subject_id = $1`,
      `UPDATE status_changes SET occurred_at = now() - interval '1 day' WHERE subject_id = $1`,
      `UPDATE status_changes SET subject_id = gen_random_uuid() WHERE subject_id = $1`,
      `UPDATE status_changes SET tx_id = '1' WHERE subject_id = $1`,
      `DELETE FROM status_changes WHERE subject_id = $1`,
    ])('refuses the statement: %s', async (sql) => {
      const row = change();
      await insert('status_changes', row);
      await expect(database.query(sql, [row['subject_id']])).rejects.toMatchObject({ code: '23001' });
      const kept = await database.query('SELECT 1 FROM status_changes WHERE subject_id = $1', [row['subject_id']]);
      expect(kept).toHaveLength(1);
    });
  });

  it.each<[string, string, Row, string]>([
    ['an account without a name', 'accounts', { name: '' }, 'chk_accounts_name'],
    ['two accounts of one name', 'accounts', { name: 'first' }, 'uq_accounts_name'],
  ])('refuses %s', async (_, table, overrides, constraint) => {
    const row = { id: randomUUID(), sealed_api_token: Buffer.of(1), ...overrides };
    await expect(insert(table, row)).rejects.toMatchObject({ constraint });
  });
});
