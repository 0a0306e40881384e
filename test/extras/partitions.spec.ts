import { randomUUID } from 'node:crypto';
import { IndexEndsOfPayoutIds1795799606128 } from '../../migrations/1795799606128-index-ends-of-payout-ids.js';
import { runPartitions } from '../../src/extras/partitions/partition-run.js';
import { migrationDataSource } from '../../src/platform/database/connection/data-source.js';
import { type Desk, openDesk } from '../support/desk.js';
import { createPayout, listPayoutIds, payoutInput, recordedPayout } from '../support/payouts.js';

describe('payouts in partitions', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  const divide = () =>
    runPartitions({ directUrl: desk.database.url, isToBegin: true, months: null, onWait: () => undefined });

  it('an external id belongs to one payout, whether it was used before the division or in thirty concurrent requests', async () => {
    const { api } = desk.purser;
    const taken = `EXT-${randomUUID()}`;
    const { id } = await recordedPayout(api, { externalId: taken });
    await divide();
    const refused = await createPayout(api, payoutInput({ externalId: taken }));
    expect(refused.payout?.id).toBe(id);
    expect(refused.userErrors).toMatchObject([{ code: 'EXTERNAL_ID_TAKEN' }]);

    const externalId = `EXT-${randomUUID()}`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => createPayout(api, payoutInput({ externalId }))));
    expect(answers.filter(({ userErrors }) => userErrors[0]?.code === 'EXTERNAL_ID_TAKEN')).toHaveLength(29);
    expect(await listPayoutIds(api, { externalId })).toHaveLength(1);
  });

  it('a migration builds an index on each partition, even if repeated', async () => {
    await divide();
    const { id } = await recordedPayout(desk.purser.api);
    const dataSource = migrationDataSource(desk.database.url, []);
    await dataSource.initialize();
    const runner = dataSource.createQueryRunner();
    const migration = new IndexEndsOfPayoutIds1795799606128();
    await migration.down(runner);
    await migration.up(runner);
    await migration.up(runner);
    await runner.release();
    await dataSource.destroy();
    const [built] = await desk.database.query<{ partitions: number; indexes: number; isValid: boolean }>(`
      SELECT (SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'payouts'::regclass) AS partitions,
        (SELECT count(*)::int FROM pg_inherits WHERE inhparent = 'ix_payouts_id_end'::regclass) AS indexes,
        (SELECT bool_and(indisvalid) FROM pg_index WHERE indrelid = 'payouts'::regclass) AS "isValid"`);
    expect(built!.partitions).toBeGreaterThan(1);
    expect(built).toEqual({ partitions: built!.partitions, indexes: built!.partitions, isValid: true });
    expect(await listPayoutIds(desk.purser.api, { search: id.slice(-12) })).toEqual([id]);
  });
});
