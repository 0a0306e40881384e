import { randomUUID } from 'node:crypto';
import { runPartitions } from '../../src/extras/partitions/partition-run.js';
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

  it('an external id belongs to one payout, whether it was used before or thirty requests want it at once', async () => {
    const { api } = desk.purser;
    const taken = `EXT-${randomUUID()}`;
    const { id } = await recordedPayout(api, { externalId: taken });
    await runPartitions({ directUrl: desk.database.url, isToBegin: true, months: null, onWait: () => undefined });
    const refused = await createPayout(api, payoutInput({ externalId: taken }));
    expect(refused.payout?.id).toBe(id);
    expect(refused.userErrors).toMatchObject([{ code: 'EXTERNAL_ID_TAKEN' }]);

    const externalId = `EXT-${randomUUID()}`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => createPayout(api, payoutInput({ externalId }))));
    expect(answers.filter(({ userErrors }) => userErrors[0]?.code === 'EXTERNAL_ID_TAKEN')).toHaveLength(29);
    expect(await listPayoutIds(api, { externalId })).toHaveLength(1);
  });
});
