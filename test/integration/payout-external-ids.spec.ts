import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import { createPayout, listPayoutIds, payoutInput, type PayoutPayload, recordedPayout } from '../support/payouts.js';
import { startPurser, type TestPurser } from '../support/purser.js';

describe('the external id of a payout', () => {
  let desk: Desk;
  let replicas: TestPurser[];

  beforeAll(async () => {
    desk = await openDesk();
    replicas = await Promise.all(
      ['2', '3'].map(() =>
        startPurser({
          DATABASE_URL: desk.database.url,
          PROVIDER_BASE_URL: desk.sandbox.url,
          PUBLIC_URL: desk.purser.url,
        }),
      ),
    );
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await desk.close();
  });

  const pay = (overrides: Readonly<Record<string, unknown>>): Promise<PayoutPayload> =>
    createPayout(desk.purser.api, payoutInput(overrides));

  const expectTaken = (answer: PayoutPayload, payoutId: string): void => {
    expect(answer.payout?.id).toBe(payoutId);
    expect(answer.userErrors).toMatchObject([{ code: 'EXTERNAL_ID_TAKEN', field: ['input', 'externalId'] }]);
  };

  it('a second request with the same external id and another key returns the first payout', async () => {
    const externalId = `EXT-${randomUUID()}`;
    const { id } = await recordedPayout(desk.purser.api, { externalId });
    expectTaken(await pay({ externalId }), id);
    expect(await listPayoutIds(desk.purser.api, { externalId })).toEqual([id]);
  });

  it('a request refused for its external id leaves its idempotency key unused', async () => {
    const externalId = `EXT-${randomUUID()}`;
    await recordedPayout(desk.purser.api, { externalId });
    const input = payoutInput({ externalId });
    await createPayout(desk.purser.api, input);
    const { payout, userErrors } = await createPayout(desk.purser.api, { ...input, externalId: `${externalId}-2` });
    expect(userErrors).toEqual([]);
    expect(payout?.status).toBe('CREATED');
  });

  it('payouts share an external id only if both allow it', async () => {
    const externalId = `EXT-${randomUUID()}`;
    const part = payoutInput({ externalId, allowsSharedExternalId: true });
    const first = await recordedPayout(desk.purser.api, part);
    const second = await recordedPayout(desk.purser.api, { externalId, allowsSharedExternalId: true });
    expect(second.id).not.toBe(first.id);
    expectTaken(await pay({ externalId }), second.id);

    const { userErrors } = await createPayout(desk.purser.api, { ...part, allowsSharedExternalId: false });
    expect(userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(userErrors[0]?.message).toContain('allowsSharedExternalId');
  });

  it('an external id counts as taken if an old payout from before the uniqueness rule has it', async () => {
    const externalId = `EXT-${randomUUID()}`;
    const { id } = await recordedPayout(desk.purser.api, { externalId });
    await desk.database.query('DELETE FROM payout_external_ids WHERE external_id = $1', [externalId]);
    expectTaken(await pay({ externalId }), id);
  });

  it('thirty concurrent requests with one external id on three replicas create one payout', async () => {
    const externalId = `EXT-${randomUUID()}`;
    const apis = [desk.purser, ...replicas].map(({ api }) => api);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => createPayout(apis[at % 3]!, payoutInput({ externalId }))),
    );
    const made = await listPayoutIds(desk.purser.api, { externalId });
    expect(made).toHaveLength(1);
    expect(new Set(answers.map(({ payout }) => payout?.id))).toEqual(new Set(made));
    const refused = answers.filter(({ userErrors }) => userErrors[0]?.code === 'EXTERNAL_ID_TAKEN');
    expect(refused).toHaveLength(29);
  });
});
