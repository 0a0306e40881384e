import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readAnchors } from '../../src/desk/audit/anchor-reader.js';
import { hashEntry, SEALED_CONTENT_COLUMNS, type SealedContent } from '../../src/desk/audit/audit-chain.js';
import { type Anchors, type ChainReport, verifyAuditChain } from '../../src/desk/audit/audit-chain-verifier.js';
import { eventually } from '../support/eventually.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { beginIncarnation, createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { AuditReplica } from './audit-replica.js';

const VERIFIER = join(__dirname, '..', '..', 'dist', 'commands', 'audit-verify.cjs');

// Disables all triggers, as a superuser who wants to change history would.
const WITHOUT_TRIGGERS = 'SET LOCAL session_replication_role = replica';

type Tampering = readonly [what: string, statements: readonly string[], found: readonly string[]];

describe('the audit chain', () => {
  const directory = temporaryDirectory();
  let database: TestDatabase;
  let replicas: readonly [AuditReplica, AuditReplica, AuditReplica];

  beforeAll(async () => {
    database = await createTestDatabase();
    const start = (): Promise<AuditReplica> => AuditReplica.start(database.url);
    replicas = [await start(), await start(), await start()];
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await database.drop();
    directory.remove();
  });

  const verify = (anchors?: Anchors): Promise<ChainReport> => verifyAuditChain(database.query, { anchors });

  const found = ({ problems }: ChainReport): string[] => problems.map(({ kind, seq }) => `${kind} ${seq ?? ''}`);

  /**
   * Seals until nothing is unsealed. Entries can be sealed only when no older transaction is open, and other specs have
   * transactions.
   */
  function sealAll(): Promise<ChainReport> {
    return eventually('all is sealed', async () => {
      await replicas[0].sealBatch();
      const report = await verify();
      return report.unsealed === 0 ? report : null;
    });
  }

  async function connected<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Verifies the chain while a superuser's statements are in effect, then undoes them. */
  function afterTampering(statements: readonly string[], anchors?: Anchors): Promise<ChainReport> {
    return connected(async (client) => {
      for (const statement of ['BEGIN', WITHOUT_TRIGGERS, ...statements]) await client.query(statement);
      return verifyAuditChain(
        async <Row>(sql: string, parameters: readonly unknown[]) =>
          (await client.query(sql, [...parameters])).rows as Row[],
        { anchors },
      );
    });
  }

  async function anchorAt(seq: number): Promise<Anchors> {
    const [seal] = await database.query<{ hash: Buffer }>('SELECT hash FROM audit_seals WHERE seq = $1', [seq]);
    return new Map([[seq, new Set([seal!.hash.toString('hex')])]]);
  }

  it('an empty chain is intact', async () => {
    expect(await verify()).toMatchObject({ head: null, unsealed: 0, problemCount: 0 });
  });

  it('the audit chain has no gaps if three replicas seal concurrently while entries are written and rolled back', async () => {
    let isWriting = true;
    const sealers = replicas.map(async (replica) => {
      while (isWriting) await replica.sealBatch();
    });
    await Promise.all(
      replicas.map(async (replica, writer) => {
        for (let index = 0; index < 40; index += 1) {
          await replica.record(`test.written_by_${writer}`, { isRolledBack: index % 8 === 0 });
        }
      }),
    );
    isWriting = false;
    await Promise.all(sealers);

    const report = await sealAll();
    expect(report).toMatchObject({ head: { seq: 105 }, problemCount: 0 });
    const rows = await database.query<{ seq: string }>('SELECT seq FROM audit_seals ORDER BY seq');
    expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 105 }, (_, index) => index + 1));
  });

  it('leaves out entries that an older transaction might still precede', async () => {
    const { head } = await verify();
    const held = await replicas[0].hold('test.began_first');
    await replicas[1].record('test.committed_first');
    await replicas[2].sealBatch();
    expect(await verify()).toMatchObject({ head, unsealed: 1, problemCount: 0 });

    await held.commit();
    expect(await sealAll()).toMatchObject({ head: { seq: head!.seq + 2 }, problemCount: 0 });
    const sealed = await database.query(
      'SELECT action FROM audit_seals JOIN audit_entries ON id = entry_id WHERE seq > $1 ORDER BY seq',
      [head!.seq],
    );
    expect(sealed).toEqual([{ action: 'test.began_first' }, { action: 'test.committed_first' }]);
  });

  it('stays intact after a sealer was killed while sealing', async () => {
    const { head } = await verify();
    for (const action of ['test.one', 'test.two']) await replicas[0].record(action);
    await connected(async (client) => {
      await client.query('BEGIN; LOCK TABLE audit_seals IN SHARE ROW EXCLUSIVE MODE');
      const killed = eventually('a sealer writes its seals', async () => {
        await replicas[0].sealBatch();
        return null;
      }).catch((error: unknown) => error);
      await eventually('it waits for the table, and is killed', async () => {
        const rows = await database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND query LIKE 'SELECT seal_audit_entries%'`,
        );
        return rows[0];
      });
      expect(await killed).toMatchObject({ name: 'QueryFailedError' });
      await client.query('ROLLBACK');
    });
    expect(await verify()).toMatchObject({ head, unsealed: 2, problemCount: 0 });
    await replicas[1].sealBatch();
    expect(await sealAll()).toMatchObject({ head: { seq: head!.seq + 2 }, problemCount: 0 });
  });

  const entryAt = (seq: number): string => `id = (SELECT entry_id FROM audit_seals WHERE seq = ${seq})`;

  // For each column type, an SQL expression for a different value. A column with a new type needs a new line here.
  const OTHER_VALUES: Readonly<Record<string, (column: string) => string>> = {
    text: (column) => `coalesce(${column}, '') || 'x'`,
    uuid: () => `'0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'`,
    jsonb: (column) => `coalesce(${column}, '{}') || '{"another": 1}'`,
    xid8: () => `'1'`,
    integer: (column) => `${column} + 1`,
    'timestamp with time zone': (column) => `${column} + interval '1 microsecond'`,
  };

  it('reveals an edit to any column of an entry', async () => {
    const columns = await database.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = 'audit_entries'`,
    );
    expect(columns).toHaveLength(16);
    for (const { name, type } of columns) {
      const value = OTHER_VALUES[type]!(`"${name}"`);
      const problems = found(
        await afterTampering([
          // An attacker would drop these constraints first.
          'ALTER TABLE audit_entries DROP CONSTRAINT chk_audit_entries_actor_kind',
          'ALTER TABLE audit_entries DROP CONSTRAINT chk_audit_entries_actor',
          `UPDATE audit_entries SET "${name}" = ${value} WHERE ${entryAt(50)}`,
          // The seal refers to the entry by its id; otherwise the entry would count as missing.
          ...(name === 'id' ? [`UPDATE audit_seals SET entry_id = ${value} WHERE seq = 50`] : []),
        ]),
      );
      expect([name, problems]).toEqual([name, ['EDITED 50']]);
    }
  });

  const TAMPERINGS: readonly Tampering[] = [
    [
      'an edited seal, and what cannot follow from it',
      [`UPDATE audit_seals SET hash = sha256('another') WHERE seq = 50`],
      ['EDITED 50', 'EDITED 51'],
    ],
    ['a removed entry', [`DELETE FROM audit_entries WHERE ${entryAt(50)}`], ['ENTRY_MISSING 50']],
    [
      'an entry removed with its seal',
      [`DELETE FROM audit_entries WHERE ${entryAt(50)}`, 'DELETE FROM audit_seals WHERE seq = 50'],
      ['SEAL_MISSING 50'],
    ],
    [
      'the first entries removed with their seals',
      [
        'DELETE FROM audit_entries WHERE id IN (SELECT entry_id FROM audit_seals WHERE seq <= 2)',
        'DELETE FROM audit_seals WHERE seq <= 2',
      ],
      ['SEAL_MISSING 1'],
    ],
    [
      'a removed entry whose place others were moved into',
      [
        `DELETE FROM audit_entries WHERE ${entryAt(106)}`,
        'DELETE FROM audit_seals WHERE seq = 106',
        'UPDATE audit_seals SET seq = seq - 1 WHERE seq = 107',
        'UPDATE audit_seals SET seq = seq - 1 WHERE seq = 108',
        'UPDATE audit_seals SET seq = seq - 1 WHERE seq = 109',
      ],
      ['EDITED 106', 'EDITED 107', 'EDITED 108'],
    ],
    [
      'two entries that changed places',
      [
        'UPDATE audit_seals SET seq = 1000 WHERE seq = 50',
        'UPDATE audit_seals SET seq = 50 WHERE seq = 51',
        'UPDATE audit_seals SET seq = 51 WHERE seq = 1000',
      ],
      ['EDITED 50', 'EDITED 51', 'EDITED 52'],
    ],
    [
      'an entry that was slipped in behind',
      [
        `INSERT INTO audit_entries (id, tx_id, occurred_at, action, subject_type, actor_kind)
         VALUES (gen_random_uuid(), '1', now() - interval '1 day', 'test.slipped_in', 'TEST', 'PURSER')`,
      ],
      ['NOT_SEALED '],
    ],
  ];

  it.each(TAMPERINGS)('verification reveals %s', async (_, statements, problems) => {
    expect(found(await afterTampering(statements))).toEqual(problems);
  });

  it('only an anchor reveals that the end of the chain was cut off', async () => {
    const { head } = await verify();
    const anchors = await anchorAt(head!.seq);
    const cut = [
      `DELETE FROM audit_entries WHERE ${entryAt(head!.seq)}`,
      `DELETE FROM audit_seals WHERE seq = ${head!.seq}`,
    ];
    expect(found(await verify(anchors))).toEqual([]);
    expect(found(await afterTampering(cut))).toEqual([]);
    expect(found(await afterTampering(cut, anchors))).toEqual([`TAIL_CUT ${head!.seq - 1}`]);
  });

  it('only an anchor reveals that the chain was recomputed over an edited entry', async () => {
    const { head } = await verify();
    const [last] = await database.query<SealedContent & { previous: Buffer }>(
      `SELECT ${SEALED_CONTENT_COLUMNS}, previous.hash AS previous FROM audit_entries AS entry
       JOIN audit_seals AS seal ON seal.entry_id = entry.id JOIN audit_seals AS previous ON previous.seq = seal.seq - 1
       WHERE seal.seq = $1`,
      [head!.seq],
    );
    const remade = hashEntry(last!.previous, head!.seq, { ...last!, action: 'test.another' }).toString('hex');
    const remaking = [
      `UPDATE audit_entries SET action = 'test.another' WHERE id = '${last!.id}'`,
      `UPDATE audit_seals SET hash = '\\x${remade}' WHERE seq = ${head!.seq}`,
    ];
    expect(found(await afterTampering(remaking))).toEqual([]);
    expect(found(await afterTampering(remaking, await anchorAt(head!.seq)))).toEqual([`ANCHOR_DIFFERS ${head!.seq}`]);
  });

  it.each(['audit_entries', 'audit_seals'])('refuses every change to %s, even by its owner', async (table) => {
    const column = table === 'audit_entries' ? 'reason' : 'sealed_at';
    for (const statement of [
      `UPDATE ${table} SET ${column} = NULL`,
      `UPDATE ${table} SET ${column} = NULL WHERE false`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]) {
      await expect(database.query(statement)).rejects.toMatchObject({ code: '23001' });
    }
  });

  async function runVerifier(args: readonly string[], databaseUrl = database.url) {
    const child = spawn(process.execPath, [VERIFIER, ...args], { env: { DATABASE_URL: databaseUrl }, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    const [status] = (await once(child, 'close')) as [number];
    return { status, output };
  }

  it("the command's exit status tells apart an intact chain, a damaged one and one that could not be verified", async () => {
    const { head } = await verify();
    const log = join(directory.path, 'purser.log');
    const anchor = { level: 30, event: 'audit_anchor', seq: head!.seq, hash: head!.hash.toString('hex') };
    writeFileSync(log, `replica 1: ${JSON.stringify(anchor)}\nnot JSON: audit_anchor {\n{"event":"listening"}\n`);
    expect([...(await readAnchors(log)).keys()]).toEqual([head!.seq]);
    const empty = join(directory.path, 'empty.log');
    writeFileSync(empty, '');

    const intact = runVerifier(['--anchors', log]);
    expect(await intact).toEqual({ status: 0, output: expect.stringContaining('intact') as string });
    const notVerified = [
      runVerifier(['--anchors', empty]),
      runVerifier(['--anchors', join(directory.path, 'absent.log')]),
      runVerifier(['--unknown']),
      runVerifier([], 'postgres://nobody:canary@127.0.0.1:9/nothing'),
    ];
    for (const { status, output } of await Promise.all(notVerified)) {
      expect(status).toBe(2);
      expect(output).not.toContain('canary');
    }
    await connected(async (client) => {
      await client.query('BEGIN');
      await client.query(WITHOUT_TRIGGERS);
      await client.query('DELETE FROM audit_entries WHERE id = (SELECT entry_id FROM audit_seals WHERE seq = $1)', [
        head!.seq,
      ]);
      await client.query('DELETE FROM audit_seals WHERE seq = $1', [head!.seq]);
      await client.query('COMMIT');
    });
    const damaged = await runVerifier(['--anchors', log]);
    expect(damaged.status).toBe(1);
    expect(damaged.output).toContain(`TAIL_CUT at ${head!.seq - 1}`);
    expect((await runVerifier([])).status).toBe(0);
  });

  /** Seals until nothing is left, and returns all sealed actions in order. */
  async function sealedActions(of: TestDatabase, replica: AuditReplica): Promise<string[]> {
    await eventually('all is sealed', async () => {
      await replica.sealBatch();
      const { unsealed, problemCount } = await verifyAuditChain(of.query);
      expect(problemCount).toBe(0);
      return unsealed === 0 ? true : null;
    });
    const sealed = await of.query<{ action: string }>(
      'SELECT action FROM audit_seals JOIN audit_entries ON id = entry_id ORDER BY seq',
    );
    return sealed.map(({ action }) => action);
  }

  it("after a restore, seals the old cluster's unsealed entries first and then the new ones", async () => {
    const restored = await createTestDatabase();
    const replica = await AuditReplica.start(restored.url);
    await replica.record('test.sealed_before');
    await sealedActions(restored, replica);
    // Transaction ids that this cluster has not reached yet.
    await restored.query(
      `INSERT INTO audit_entries (id, tx_id, action, subject_type, actor_kind)
       SELECT gen_random_uuid(), (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000 + n)::text::xid8,
         'test.of_the_old_cluster', 'TEST', 'PURSER' FROM generate_series(1, 2) AS n`,
    );
    await beginIncarnation(restored);
    await replica.record('test.of_the_new_cluster');

    expect(await sealedActions(restored, replica)).toEqual([
      'test.sealed_before',
      'test.of_the_old_cluster',
      'test.of_the_old_cluster',
      'test.of_the_new_cluster',
      'database.incarnation_began',
    ]);
    // The beginning of an incarnation is recorded once, even if no other entry is written.
    await beginIncarnation(restored);
    expect((await sealedActions(restored, replica)).slice(4)).toEqual([
      'database.incarnation_began',
      'database.incarnation_began',
    ]);
    await replica.stop();
    await restored.drop();
  });

  it('still verifies entries from before databases had incarnations', async () => {
    const upgraded = await createTestDatabase();
    const replica = await AuditReplica.start(upgraded.url);
    await upgraded.query(
      `INSERT INTO audit_entries (id, incarnation, occurred_at, action, subject_type, actor_kind)
       VALUES ('0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', 0, '2026-01-02 03:04:05Z', 'test.of_old', 'TEST', 'PURSER')`,
    );
    const [entry] = await upgraded.query<{ tx_id: string }>('SELECT tx_id FROM audit_entries');
    await replica.record('test.of_now');
    await sealedActions(upgraded, replica);

    const [first] = await upgraded.query<{ hash: Buffer }>('SELECT hash FROM audit_seals WHERE seq = 1');
    const canonical =
      `["purser-audit-1",1,"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b","${entry!.tx_id}","2026-01-02T03:04:05.000000Z",` +
      '"test.of_old","TEST",null,null,null,null,null,null,"PURSER",null,null,null]';
    expect(first!.hash).toEqual(createHash('sha256').update(Buffer.alloc(32)).update(canonical).digest());
    await replica.stop();
    await upgraded.drop();
  });

  it('reveals an entry that was backdated before it was sealed', async () => {
    const { head } = await verify();
    const writtenAt = (age: string): Promise<unknown> =>
      database.query(
        `INSERT INTO audit_entries (id, occurred_at, action, subject_type, actor_kind)
         VALUES (gen_random_uuid(), now() - $1::interval, 'test.dated_back', 'TEST', 'PURSER')`,
        [age],
      );
    // Allowed: a long transaction's entry has an old time, too.
    await writtenAt('9 minutes');
    expect(found(await sealAll())).toEqual([]);
    await writtenAt('11 minutes');
    await writtenAt('0 minutes');
    expect(found(await sealAll())).toEqual([`BACKDATED ${head!.seq + 2}`]);
  });
});
