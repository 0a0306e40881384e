import { join } from 'node:path';
import { AuditDelay } from '../../src/desk/audit/audit-delay.js';
import { AuditSealer } from '../../src/desk/audit/audit-sealer.js';
import { MetricsRegistry } from '../../src/platform/observability/metrics-registry.js';
import { eventually } from '../support/eventually.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('unsealed audit entries', () => {
  const directory = temporaryDirectory();
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    await database.drop();
    directory.remove();
  });

  async function unsealedSeconds(purser: TestPurser): Promise<number> {
    const text = await purser.service(MetricsRegistry).getSingleMetricAsString('purser_audit_unsealed_seconds');
    return Number(/^purser_audit_unsealed_seconds (\S+)$/m.exec(text)?.[1]);
  }

  it('unsealed entries appear in a metric, and raise an alarm after five minutes until they are sealed', async () => {
    await database.query(
      `INSERT INTO audit_entries (id, occurred_at, action, subject_type, actor_kind)
       VALUES (gen_random_uuid(), now() - interval '200 seconds', 'test.waits', 'TEST', 'PURSER')`,
    );
    // A process with only the role `api` seals nothing.
    const purser = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api' });
    const alarms = (): readonly string[] => purser.alarms().map(({ alarm }) => alarm);
    expect(await unsealedSeconds(purser)).toBeGreaterThan(199);
    await purser.service(AuditDelay).look();
    expect(alarms()).toEqual([]);
    await database.query('ALTER TABLE audit_entries DISABLE TRIGGER ALL');
    await database.query(`UPDATE audit_entries SET occurred_at = occurred_at - interval '101 seconds'`);
    await database.query('ALTER TABLE audit_entries ENABLE TRIGGER ALL');
    await purser.service(AuditDelay).look();
    expect(alarms()).toEqual(['audit_not_sealed']);

    await eventually('no transaction of another test keeps them from being sealed', async () => {
      await purser.service(AuditSealer).sealBatch();
      return (await unsealedSeconds(purser)) === 0 || null;
    });
    await purser.service(AuditDelay).look();
    expect(alarms()).toEqual(['audit_not_sealed']);
    await purser.close();
  });

  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['nowhere', { LOG_LEVEL: 'warn' }, true],
    ['in the log', { LOG_LEVEL: 'info' }, false],
    ['in a file', { LOG_LEVEL: 'error', AUDIT_ANCHOR_FILE: join(directory.path, 'anchors.jsonl') }, false],
  ])('with seals anchored %s, Purser warns at the start only if that is nowhere', async (_, settings, isSaid) => {
    const purser = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'worker', ...settings });
    await purser.close();
    expect(purser.logLines.join().includes('audit_not_anchored')).toBe(isSaid);
  });
});
