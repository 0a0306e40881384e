import { randomUUID } from 'node:crypto';
import { EXTRAS } from '../../../src/extras/extras.js';
import { startOfMonth } from '../../../src/extras/partitions/partition-bounds.js';
import {
  type PartitionReport,
  type PartitionRun,
  runPartitions,
} from '../../../src/extras/partitions/partition-run.js';
import { PartitionsSchedule } from '../../../src/extras/partitions/partitions.schedule.js';
import { mayRewriteHistory } from '../../../src/platform/database/connection/application-role.js';
import { insertKey } from '../../support/api-keys.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { createPayout, getPayout, payoutInput, recordedPayout, unconfirmedPayout } from '../../support/payouts.js';
import { startPurser, type TestPurser } from '../../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { TwoRoles } from '../../support/two-roles.js';

type Row = Readonly<Record<string, unknown>>;

const NOW = new Date();

function keep(directUrl: string, run: Partial<PartitionRun> = {}): Promise<PartitionReport | undefined> {
  return runPartitions({ directUrl, isToBegin: false, months: null, onWait: () => undefined, ...run });
}

/** Returns an id as created at the start of a month, counted from now. */
function idIn(months: number): string {
  const bits = startOfMonth(NOW, months).getTime().toString(16).padStart(12, '0');
  return `${bits.slice(0, 8)}-${bits.slice(8)}-7${randomUUID().slice(15)}`;
}

/** A completed payout for which nothing remains to be done. */
function paidRow(accountId: string, id: string, row: Row = {}): Row {
  return {
    id,
    account_id: accountId,
    idempotency_key: id,
    request_fingerprint: '{}',
    destination: 'BRAZIL_PIX',
    amount: '1',
    currency: 'BRL',
    payment_type: 'PIX',
    recipient_purged_at: NOW,
    masked_requisites: '*',
    content_hash: Buffer.alloc(32),
    created_by: randomUUID(),
    submission_state: 'ACCEPTED',
    provider_state: 'COMPLETED',
    provider_payout_id: randomUUID(),
    updated_at: startOfMonth(NOW, -24),
    ...row,
  };
}

async function insert(database: TestDatabase, table: string, row: Row): Promise<number> {
  const columns = Object.keys(row);
  const values = columns.map((_, index) => `$${index + 1}`);
  const written = await database.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')}) RETURNING 1`,
    Object.values(row),
  );
  return written.length;
}

const partitionOf = async (database: TestDatabase, table: string, id: string): Promise<string | undefined> =>
  (
    await database.query<{ name: string }>(`SELECT tableoid::regclass::text AS name FROM ${table} WHERE id = $1`, [id])
  )[0]?.name;

describe('dividing the tables of a running Purser', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({}, { extras: EXTRAS });
  });

  afterAll(async () => {
    await desk.close();
  });

  it('after dividing, rows, used keys and unconfirmed payouts are the same', async () => {
    const { purser, database } = desk;
    const input = payoutInput();
    const known = await recordedPayout(purser.api, input);
    const unconfirmed = await unconfirmedPayout(desk, { isMade: true });
    // Five times, so that the connections have prepared the statements.
    for (let times = 0; times < 5; times += 1) await recordedPayout(purser.api);

    const report = await keep(database.url, { isToBegin: true });
    expect(report?.divided).toEqual(expect.arrayContaining(['payouts', 'webhook_events', 'status_changes']));
    expect(await partitionOf(database, 'payouts', known.id)).toBe('payouts_first');

    expect((await recordedPayout(purser.api, input)).id).toBe(known.id);
    const made = await recordedPayout(purser.api);
    expect((await getPayout(purser.api, made.id)).timeline.length).toBeGreaterThan(1);
    expect(await partitionOf(database, 'payouts', made.id)).toBe('payouts_first');
    expect(await getPayout(purser.api, unconfirmed.id)).toMatchObject({ id: unconfirmed.id });
    expect(await keep(database.url, { isToBegin: true })).toEqual({ divided: [], created: [], detached: [] });
  });

  it('dividing leaves no index or constraint behind that would refuse a row later', async () => {
    const left = await desk.database.query(
      `SELECT conname FROM pg_constraint WHERE conname LIKE '%before_partitions'
       UNION ALL SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid`,
    );
    expect(left).toEqual([]);
  });
});

describe('divided tables', () => {
  let database: TestDatabase;
  const accountId = randomUUID();

  beforeAll(async () => {
    database = await createTestDatabase();
    await insert(database, 'accounts', { id: accountId, name: 'first', sealed_api_token: Buffer.of(1) });
    await keep(database.url, { isToBegin: true });
  });

  afterAll(async () => {
    await database.drop();
  });

  const attempt = (payoutId: string, row: Row = {}): Row => ({
    id: randomUUID(),
    payout_id: payoutId,
    number: 1,
    state: 'CLAIMED',
    token_hash: Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex'),
    claimed_at: NOW,
    deadline_at: NOW,
    ...row,
  });

  const newPayout = async (months: number, row: Row = {}): Promise<string> => {
    const id = idIn(months);
    expect(await insert(database, 'payouts', paidRow(accountId, id, row))).toBe(1);
    return id;
  };

  it('a payout and its attempts are in partitions of the same month', async () => {
    const [now, later] = [await newPayout(0), await newPayout(2)];
    const sent = attempt(later);
    await insert(database, 'payout_attempts', sent);
    const month = startOfMonth(NOW, 2).toISOString().slice(0, 7).replace('-', '_');
    expect(await partitionOf(database, 'payouts', now)).toBe('payouts_first');
    expect(await partitionOf(database, 'payouts', later)).toBe(`payouts_${month}`);
    expect(await partitionOf(database, 'payout_attempts', String(sent['id']))).toBe(`payout_attempts_${month}`);
  });

  it.each([0, 2])(
    'divided tables refuse a second live attempt, and an attempt without a payout, in %i months',
    async (months) => {
      const id = await newPayout(months);
      await insert(database, 'payout_attempts', attempt(id));
      await expect(insert(database, 'payout_attempts', attempt(id, { number: 2 }))).rejects.toMatchObject({
        code: '23505',
      });
      await insert(database, 'payout_attempts', attempt(id, { number: 2, state: 'NOT_SENT' }));
      await expect(insert(database, 'payout_attempts', attempt(idIn(months)))).rejects.toMatchObject({
        constraint: 'fk_payout_attempts_payout_id',
      });
    },
  );

  it('a payout whose key is used in another partition is not inserted', async () => {
    const key = randomUUID();
    await newPayout(0, { idempotency_key: key });
    const row = (account: string): Row => paidRow(account, idIn(2), { idempotency_key: key });
    expect(await insert(database, 'payouts', row(accountId))).toBe(0);
    const other = randomUUID();
    await insert(database, 'accounts', { id: other, name: 'second', sealed_api_token: Buffer.of(1) });
    expect(await insert(database, 'payouts', row(other))).toBe(1);
  });

  it.each(['payouts', 'payout_attempts'] as const)(
    'divided tables refuse a provider id that is in another partition of %s, until it is released',
    async (table) => {
      const providerId = randomUUID();
      const write = async (months: number, id: string | null): Promise<string> => {
        const bound = { submission_state: 'REJECTED', provider_state: null, provider_payout_id: null };
        const accepted = { submission_state: 'ACCEPTED', provider_state: 'COMPLETED', provider_payout_id: id };
        const payoutId = await newPayout(months, table === 'payouts' && id !== null ? accepted : bound);
        if (table === 'payouts') return payoutId;
        const row = attempt(payoutId, { state: 'ACCEPTED', provider_payout_id: id });
        await insert(database, table, row);
        return String(row['id']);
      };
      const first = await write(0, providerId);
      await expect(write(2, providerId)).rejects.toMatchObject({ constraint: 'pk_provider_payout_ids' });
      const givenUp =
        table === 'payouts' ? `submission_state = 'UNCONFIRMED', provider_state = NULL` : `state = 'UNKNOWN'`;
      await database.query(`UPDATE ${table} SET ${givenUp}, provider_payout_id = NULL WHERE id = $1`, [first]);
      expect(await write(2, providerId)).toEqual(expect.any(String));
    },
  );

  it.each([
    [
      `UPDATE payouts SET submission_state = 'DECLINED', provider_payout_id = NULL, provider_state = NULL`,
      'payouts .* cannot move from \\w+ to DECLINED',
    ],
    ['DELETE FROM status_changes_first', 'status_changes is append-only'],
    ['TRUNCATE status_changes_first', 'status_changes is append-only'],
    ['TRUNCATE status_changes_default', 'status_changes is append-only'],
    ['UPDATE desk_changes_first SET occurred_at = now()', 'desk_changes is append-only'],
    ['DELETE FROM payout_evidence', 'payout_evidence is append-only'],
  ])('a partition refuses the same statements as its table: %s', async (statement, refusal) => {
    const id = await newPayout(0);
    await database.query(
      `INSERT INTO status_changes (subject_type, subject_id, to_status, cause) VALUES ('PAYOUT', $1, 'APPROVED', 'API')`,
      [id],
    );
    const row = attempt(id);
    await insert(database, 'payout_attempts', row);
    await insert(database, 'payout_evidence', { payout_id: id, attempt_id: row['id'], kind: 'RESPONSE' });
    await expect(database.query(statement)).rejects.toThrow(new RegExp(refusal));
  });

  it('a repeated webhook is a duplicate within its month, and a new one in the next', async () => {
    const body = { source: 'ORDERS', body_sha256: Buffer.alloc(32, 7), body_bytes: 1, sealed_body: Buffer.of(1) };
    const receive = async (row: Row = {}): Promise<number> =>
      insert(database, 'webhook_events', { id: randomUUID(), ...body, ...row });
    await receive();
    await expect(receive()).rejects.toMatchObject({ code: '23505' });
    expect(await receive({ received_month: startOfMonth(NOW, 1) })).toBe(1);
  });

  it('concurrent runs create each next partition once', async () => {
    const growth = { now: startOfMonth(NOW, 2), lastNumber: 25_000_000 };
    const reports = await Promise.all([1, 2, 3].map(() => keep(database.url, { growth })));
    const created = reports.flatMap((report) => report?.created ?? []);
    expect(new Set(created).size).toBe(created.length);
    expect(created).toContain('status_changes_from_20000000');
    expect(created.filter((name) => name.startsWith('payouts_'))).toHaveLength(2);
  });

  it('rows without a partition go to the default one, and get their own at the next run', async () => {
    const late = await newPayout(20);
    const sent = attempt(late);
    await insert(database, 'payout_attempts', sent);
    expect(await partitionOf(database, 'payouts', late)).toBe('payouts_default');
    // As if a run had been killed halfway.
    await database.query(
      'ALTER TABLE payouts_default ADD CONSTRAINT chk_payouts_before_partitions CHECK (true) NOT VALID',
    );
    await keep(database.url, { growth: { now: startOfMonth(NOW, 21), lastNumber: 0 } });
    const name = await partitionOf(database, 'payouts', late);
    expect(name).toMatch(/^payouts_\d{4}_\d{2}$/);
    expect(await partitionOf(database, 'payout_attempts', String(sent['id']))).toBe(
      name?.replace('payouts', 'payout_attempts'),
    );
    await expect(insert(database, 'payout_attempts', attempt(late, { number: 2 }))).rejects.toMatchObject({
      code: '23505',
    });
    const next = await newPayout(23);
    expect(await partitionOf(database, 'payouts', next)).not.toBe(name);
    expect(await database.query('SELECT FROM payouts_default')).toEqual([]);
  });

  it('if one group of tables fails, the others still get their partitions', async () => {
    await newPayout(40);
    await newPayout(400);
    const growth = { now: startOfMonth(NOW, 41), lastNumber: 60_000_000 };
    await expect(keep(database.url, { growth })).rejects.toMatchObject({ code: '23514' });
    const created = await database.query(`SELECT FROM pg_class WHERE relname = 'status_changes_from_60000000'`);
    expect(created).toHaveLength(1);
  });
});

describe('detaching an old partition', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let accountId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    // As if the tables had been divided two years ago.
    await keep(database.url, { isToBegin: true, growth: { now: startOfMonth(NOW, -24), lastNumber: 0 } });
    await keep(database.url);
    purser = await startPurser({ DATABASE_URL: database.url });
    accountId = (await database.query<{ id: string }>('SELECT id FROM accounts'))[0]!.id;
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  const detached = async (): Promise<string[]> =>
    (
      await database.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace('detached') AND relkind = 'r' ORDER BY 1`,
      )
    ).map(({ name }) => name);

  it('a partition is not detached without a retention, or while it contains a payout that is not final', async () => {
    const open = idIn(-20);
    await insert(database, 'payouts', paidRow(accountId, idIn(-23)));
    await insert(
      database,
      'payouts',
      paidRow(accountId, open, { provider_state: 'PROCESSING', next_check_at: startOfMonth(NOW, 3) }),
    );
    await keep(database.url);
    expect(await detached()).toEqual([]);

    const report = await keep(database.url, { months: 6 });
    const names = await detached();
    expect(report?.detached).toEqual(expect.arrayContaining(names));
    expect(names).toContain('payouts_first');
    expect(names).toContain('payout_attempts_first');
    expect(await partitionOf(database, 'payouts', open)).not.toBeUndefined();
    await database.query(`UPDATE payouts SET provider_state = 'COMPLETED', next_check_at = NULL WHERE id = $1`, [open]);
    await keep(database.url, { months: 6 });
    expect(await database.query('SELECT FROM payouts WHERE id = $1', [open])).toEqual([]);
    expect(await database.query(`SELECT FROM audit_entries WHERE action = 'partition.detached'`)).not.toEqual([]);
  });

  it('idempotency keys in a detached partition stay used, so no request pays twice', async () => {
    const key = `archived-${randomUUID()}`;
    await database.query(
      'UPDATE payout_keys SET idempotency_key = $1 WHERE payout_id = (SELECT payout_id FROM payout_keys LIMIT 1)',
      [key],
    );
    const { payout, userErrors } = await createPayout(purser.api, { idempotencyKey: key });
    expect(payout).toBeNull();
    expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['input', 'idempotencyKey'] }]);
  });
});

describe('division of a database with two roles', () => {
  let roles: TwoRoles;
  let desk: Desk;

  beforeAll(async () => {
    roles = await TwoRoles.create();
    desk = await openDesk(
      { DATABASE_URL: roles.applicationUrl, DATABASE_OWNER_URL: roles.ownerUrl },
      { extras: EXTRAS },
    );
  });

  afterAll(async () => {
    await desk.close();
    await roles.drop();
  });

  it('a killed run raises an alarm until a run as the owner cleans up', async () => {
    const proof = 'chk_payouts_before_partitions';
    await roles.database.query(`ALTER TABLE payouts ADD CONSTRAINT ${proof} CHECK (true) NOT VALID`);
    const application = await startPurser({ DATABASE_URL: roles.applicationUrl }, EXTRAS);
    const raised = (): number => application.alarms().filter(({ alarm }) => alarm === 'partitions_unfinished').length;
    const schedule = application.service(PartitionsSchedule);
    await schedule.keep();
    expect(raised()).toBe(0);
    await schedule.keep();
    expect(raised()).toBe(1);
    await application.close();

    await desk.purser.service(PartitionsSchedule).keep();
    expect(await roles.database.query('SELECT FROM pg_constraint WHERE conname = $1', [proof])).toEqual([]);
  });

  it('the application role keeps its privileges on the tables, and gets none on partitions', async () => {
    await keep(roles.applicationUrl, { ownerUrl: roles.ownerUrl, isToBegin: true });
    const rights = await roles.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class, pg_roles WHERE relispartition AND relkind = 'r' AND rolname = $1
         AND has_table_privilege(rolname, pg_class.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')`,
      [new URL(roles.applicationUrl).username],
    );
    expect(rights).toEqual([]);
    expect(await mayRewriteHistory(roles.applicationUrl)).toBe(false);
    const { id } = await recordedPayout(
      desk.purser.as(await insertKey(roles.database, { scopes: ['payouts:create', 'payouts:read'] })),
    );
    expect(await partitionOf(roles.database, 'payouts', id)).toBe('payouts_first');
  });
});
