import { startPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const INDEXES = [
  'ix_orders_customer_hashes',
  'ix_payouts_user_id_hash_created_at',
  ...['id_end', 'provider_order_id_end', 'external_id_beginning', 'external_id_end', 'purpose'].map(
    (name) => `ix_orders_${name}`,
  ),
  ...['id_end', 'provider_payout_id_end', 'external_id_beginning', 'external_id_end'].map(
    (name) => `ix_payouts_${name}`,
  ),
  ...['idempotency_key_beginning', 'idempotency_key_end', 'note'].map((name) => `ix_payouts_${name}`),
];

describe('searches', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    // With only bitmap scans left, a condition without an index would scan the whole table.
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`ALTER DATABASE ${name} SET enable_seqscan = off`);
    await database.query(`ALTER DATABASE ${name} SET enable_indexscan = off`);
  });

  afterAll(() => database.drop());

  it('a search uses every index: those for beginnings and ends, for words, and for people', async () => {
    const purser = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api' });
    const filter = '(filter: { search: "0190a1b2" }) { nodes { id } }';
    await purser.api.request(`{ orders${filter} payouts${filter} }`);
    await purser.api.request('{ orders(filter: { customer: "ana@example.com" }) { nodes { id } } }');
    await purser.api.request('{ payouts(filter: { userId: "user-1" }) { nodes { id } } }');
    // A session reports its index scans when it ends.
    await purser.close();
    const scanned = await database.query<{ name: string }>(
      'SELECT indexrelname AS name FROM pg_stat_user_indexes WHERE indexrelname = ANY($1) AND idx_scan > 0',
      [INDEXES],
    );
    expect(scanned.map(({ name }) => name).sort()).toEqual([...INDEXES].sort());
  });
});
