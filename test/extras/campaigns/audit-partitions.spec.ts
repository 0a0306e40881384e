import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { type ChainReport, verifyAuditChain } from '../../../src/desk/audit/audit-chain-verifier.js';
import { AuditSealEntity } from '../../../src/desk/audit/persistence/audit-seal.entity.js';
import { SealCheckQuery } from '../../../src/desk/audit/persistence/seal-check.query.js';
import { PurserDataSource } from '../../../src/platform/database/connection/data-source.js';
import { startOfMonth } from '../../../src/extras/partitions/partition-bounds.js';
import { type PartitionRun, runPartitions } from '../../../src/extras/partitions/partition-run.js';
import { eventually } from '../../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { AuditReplica } from '../../integration/audit-replica.js';

const NOW = new Date();

const suffixOf = (months: number): string => startOfMonth(NOW, months).toISOString().slice(0, 7).replace('-', '_');

describe('partitioned audit log', () => {
  let database: TestDatabase;
  let replica: AuditReplica;
  let reads: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    replica = await AuditReplica.start(database.url);
    reads = await new PurserDataSource({
      type: 'postgres',
      url: database.url,
      entities: [AuditSealEntity],
    }).initialize();
    // As if the tables had been divided two years ago.
    await keep({ isToBegin: true, growth: { now: startOfMonth(NOW, -24), lastNumber: 0 } });
    await keep();
  });

  afterAll(async () => {
    await reads.destroy();
    await replica.stop();
    await database.drop();
  });

  const keep = (run: Partial<PartitionRun> = {}) =>
    runPartitions({ directUrl: database.url, isToBegin: false, months: null, onWait: () => undefined, ...run });

  /** Records an entry dated at the start of a month, counted from now, minus some minutes. */
  async function record(months: number, minutesBefore = 0): Promise<string> {
    const at = new Date(startOfMonth(NOW, months).getTime() - minutesBefore * 60_000);
    const bits = at.getTime().toString(16).padStart(12, '0');
    const id = `${bits.slice(0, 8)}-${bits.slice(8)}-7${randomUUID().slice(15)}`;
    await database.query(
      `INSERT INTO audit_entries (id, occurred_at, action, subject_type, actor_kind)
       VALUES ($1, $2, 'test.recorded', 'TEST', 'PURSER')`,
      [id, at],
    );
    return id;
  }

  const verify = (): Promise<ChainReport> => verifyAuditChain(database.query);

  function sealAll(): Promise<ChainReport> {
    return eventually('all is sealed', async () => {
      await replica.sealBatch();
      const report = await verify();
      return report.unsealed === 0 ? report : null;
    });
  }

  const partitionsOf = async (table: string): Promise<string[]> =>
    (
      await database.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = oid
         WHERE inhparent = $1::text::regclass ORDER BY 1`,
        [table],
      )
    ).map(({ name }) => name);

  /** Runs `work` in a transaction with triggers disabled, as a superuser could, and rolls it back. */
  async function undone(work: (query: TestDatabase['query']) => Promise<void>): Promise<void> {
    const runner = reads.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('SET LOCAL session_replication_role = replica');
      await work(
        async <Row>(sql: string, parameters: readonly unknown[] = []) =>
          (await runner.query(sql, [...parameters])) as Row[],
      );
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  /** Makes an archive look like a separate database. */
  async function restore(query: TestDatabase['query'], suffix: string): Promise<void> {
    await query('CREATE SCHEMA archive');
    for (const table of ['audit_entries', 'audit_seals']) {
      await query(`ALTER TABLE detached.${table}_${suffix} SET SCHEMA archive`);
      await query(`ALTER TABLE archive.${table}_${suffix} RENAME TO ${table}`);
    }
    await query('SET LOCAL search_path = archive');
  }

  it('sealing continues the chain across partitions, and no role gains the right to seal', async () => {
    for (const months of [-23, -20, -18]) await record(months);
    // Dated in the month before, but sealed later: entries are sealed in the order of their commits.
    await record(-18, 1);
    await record(-18);
    expect(await sealAll()).toMatchObject({ start: { seq: 0 }, head: { seq: 5 }, problems: [] });
    expect(await partitionsOf('audit_seals')).toEqual(
      expect.arrayContaining(['audit_seals_first', `audit_seals_${suffixOf(-20)}`, `audit_seals_${suffixOf(-18)}`]),
    );
    expect(
      await database.query(
        `SELECT has_function_privilege('public', 'seal_audit_entries(uuid[], bytea[])', 'EXECUTE') AS "isForAll"`,
      ),
    ).toEqual([{ isForAll: false }]);
  });

  it('after detaching, verification begins behind the detached entries, and the end of the chain stays', async () => {
    const ends = await database.query<{ seq: string; hash: Buffer }>('SELECT seq, hash FROM audit_seals ORDER BY seq');
    const report = await keep({ months: 6 });
    expect(report?.detached).toEqual(expect.arrayContaining(['audit_entries_first', `audit_seals_${suffixOf(-20)}`]));
    expect(await partitionsOf('audit_entries')).toContain(`audit_entries_${suffixOf(-18)}`);
    // The audit log also records that partitions were detached, and those entries are sealed, too.
    const verified = await sealAll();
    expect(verified).toMatchObject({ start: { seq: 4, hash: ends[3]!.hash }, problems: [] });
    // This entry's predecessor was detached, so its seal can no longer be checked.
    expect(await new SealCheckQuery(reads.getRepository(AuditSealEntity)).isIntact(3)).toBeNull();

    await keep({ months: 6 });
    expect(await partitionsOf('audit_entries')).not.toContain(`audit_entries_${suffixOf(-18)}`);
    expect(await sealAll()).toMatchObject({ start: { seq: 5, hash: ends[4]!.hash }, problems: [] });
    const anchors = new Map([[5, new Set(['00'])]]);
    expect((await verifyAuditChain(database.query, { anchors })).problems).toMatchObject([{ kind: 'ANCHOR_DIFFERS' }]);
  });

  it('verification checks every link behind the detached entries', async () => {
    const check = new SealCheckQuery(reads.getRepository(AuditSealEntity));
    expect(await Promise.all([check.isIntact(6), check.isIntact(7), check.isIntact(5)])).toEqual([true, true, false]);
    const { seq, hash } = (await verify()).head!;
    expect((await verifyAuditChain(database.query, { from: { seq: 6, hash } })).problems).toMatchObject([
      { kind: 'EDITED', seq: 7 },
    ]);
    expect(await verifyAuditChain(database.query, { from: { seq, hash } })).toMatchObject({ problems: [] });
  });

  it.each([
    ['an entry behind it is changed', `UPDATE audit_entries SET reason = 'x' WHERE id = $1`, 'EDITED 6'],
    ['it is another one than was detached', `UPDATE audit_entries SET after = NULL WHERE id = $1`, 'SEAL_MISSING 1'],
  ])('verification fails if %s', async (_, statement, problem) => {
    const of = problem.startsWith('EDITED') ? 'seq = 6' : `after->'chainEnd'->>'seq' = '5'`;
    await undone(async (query) => {
      const [entry] = await query<{ id: string }>(
        `SELECT id FROM audit_entries JOIN audit_seals ON entry_id = id WHERE ${of}`,
      );
      await query(statement, [entry!.id]);
      const { problems } = await verifyAuditChain(query);
      expect(problems.map(({ kind, seq }) => `${kind} ${seq}`)).toContain(problem);
    });
  });

  it.each([
    ['that is still there', { seq: 6 }],
    ['that is not there yet', { seq: 1_000 }],
    ['with a number that is none', { seq: 'three' }],
    ['with a hash that is none', { hash: '' }],
  ])('verification ignores an entry that claims a start %s', async (_, named) => {
    const { hash } = (await verify()).head!;
    await undone(async (query) => {
      const after = { chainEnd: { seq: 5, hash: hash.toString('hex'), ...named } };
      await query(
        `INSERT INTO audit_entries (id, action, subject_type, subject_id, after, actor_kind)
         VALUES ($1, 'partition.detached', 'DATABASE', 'audit_entries', $2, 'PURSER')`,
        [randomUUID(), JSON.stringify(after)],
      );
      expect(await verifyAuditChain(query)).toMatchObject({ start: { seq: 5 }, problems: [] });
    });
  });

  it.each([
    ['the first one by itself', 'first', 0, 1],
    ['a later one from where the one before it ended', suffixOf(-20), 1, 2],
  ])('an archive can be verified without the database: %s', async (_, suffix, start, end) => {
    const [before] = await database.query<{ hash: Buffer }>('SELECT hash FROM detached.audit_seals_first');
    const from = start === 0 ? undefined : { seq: start, hash: before!.hash };
    await undone(async (query) => {
      await restore(query, suffix);
      const report = await verifyAuditChain(query, { from });
      expect(report).toMatchObject({ start: { seq: start }, head: { seq: end }, unsealed: 0, problems: [] });
    });
  });

  it('an archive can be verified once seals of its entries are added from the next archive', async () => {
    const [before] = await database.query<{ hash: Buffer }>(`SELECT hash FROM detached.audit_seals_${suffixOf(-20)}`);
    const from = { seq: 2, hash: before!.hash };
    await undone(async (query) => {
      await restore(query, suffixOf(-19));
      expect((await verifyAuditChain(query, { from })).problems).toMatchObject([{ kind: 'SEAL_MISSING', seq: 3 }]);
      const next = `detached.audit_seals_${suffixOf(-18)} WHERE seq <= 4`;
      await query(`INSERT INTO audit_seals SELECT * FROM ${next}`);
      await query(
        `INSERT INTO audit_entries SELECT * FROM detached.audit_entries_${suffixOf(-18)}
         WHERE id IN (SELECT entry_id FROM ${next})`,
      );
      expect(await verifyAuditChain(query, { from })).toMatchObject({ head: { seq: 4 }, unsealed: 0, problems: [] });
    });
  });

  it('a partition with unsealed entries is not detached', async () => {
    await record(-4);
    await keep({ months: 2 });
    expect(await partitionsOf('audit_entries')).toContain(`audit_entries_${suffixOf(-4)}`);
    expect(await partitionsOf('audit_entries')).not.toContain(`audit_entries_${suffixOf(-5)}`);
  });
});
