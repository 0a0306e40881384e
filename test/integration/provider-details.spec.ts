import { type Desk, openDesk } from '../support/desk.js';
import { ProviderDetailsRetentionService } from '../../src/desk/provider-details/provider-details-retention.service.js';
import { AnswersProxy } from '../support/answers-proxy.js';
import { createdOrder } from '../support/orders.js';
import { recordedPayout, refreshPayout } from '../support/payouts.js';

interface Fact {
  readonly name: string;
  readonly value: string;
}

const LONG_FIELD = 'x'.repeat(20_000);

describe('provider details', () => {
  let desk: Desk;
  let proxy: AnswersProxy;

  beforeAll(async () => {
    proxy = await AnswersProxy.start();
    desk = await openDesk({ PROVIDER_BASE_URL: proxy.url });
    proxy.target = desk.sandbox.url;
  });

  afterAll(async () => {
    await desk.close();
    await proxy.close();
  });

  /** Adds these fields to every answer from the provider. */
  function show(fields: Readonly<Record<string, unknown>>): void {
    proxy.rewriteFields((_call, answer) => ({ ...answer, ...fields }));
  }

  const orderDetails = async (id: string): Promise<{ terminalId: string; shopId: string; providerDetails: Fact[] }> => {
    const query = 'query ($id: ID!) { order(id: $id) { terminalId shopId providerDetails { name value } } }';
    const { order } = await desk.purser.api.request<{ order: Awaited<ReturnType<typeof orderDetails>> }>(query, { id });
    return order;
  };

  const payoutDetails = async (id: string): Promise<Fact[]> => {
    const query = 'query ($id: ID!) { payout(id: $id) { providerDetails { name value } } }';
    const { payout } = await desk.purser.api.request<{ payout: { providerDetails: Fact[] } }>(query, { id });
    return payout.providerDetails;
  };

  it('an order shows its terminal, its shop and other details from the provider', async () => {
    show({ terminalId: 'terminal-7', shopId: 'shop-9', merchantId: 'merchant-1' });
    const { id } = await createdOrder(desk.purser.api);
    const { terminalId, shopId, providerDetails } = await orderDetails(id);

    expect([terminalId, shopId]).toEqual(['terminal-7', 'shop-9']);
    expect(providerDetails.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['merchantId', 'createdAt', 'updatedAt']),
    );
    expect(providerDetails.map(({ name }) => name)).not.toContain('amount');
  });

  it('a payout shows its bank reference once it is known, and never the secret of its callback URL', async () => {
    show({ metadata: null, requisites: { card: '4111111111111111', number: '4111 1111 1111 1111' } });
    const payout = await recordedPayout(desk.purser.api);
    show({ metadata: { utr: '412345678901' }, note: LONG_FIELD });
    await refreshPayout(desk.purser.api, payout.id);
    const details = await payoutDetails(payout.id);

    expect(details).toEqual(expect.arrayContaining([{ name: 'metadata.utr', value: '412345678901' }]));
    const [{ callbackUrl } = { callbackUrl: '' }] = await desk.sandbox.findPayouts(payout.attempts[0]!.id);
    const token = callbackUrl?.split('/').at(-1) ?? 'none';
    expect(token).toHaveLength(43);
    expect(JSON.stringify(details)).not.toContain(token);
    expect(JSON.stringify(details)).not.toMatch(/4111|ana\d+@example/);
    expect(JSON.stringify(details).length).toBeLessThan(10_000);
    const [kept] = await desk.database.query<{ sealed: string }>(
      "SELECT encode(sealed_details, 'escape') AS sealed FROM provider_details WHERE id = $1",
      [payout.id],
    );
    expect(kept?.sealed).not.toContain('412345678901');
  });

  it("details are purged with the payout's recipient, and for orders after the same time", async () => {
    show({ terminalId: 'terminal-7', metadata: { utr: '412345678901' } });
    const [ended, open] = [await createdOrder(desk.purser.api), await createdOrder(desk.purser.api)];
    const [purged, kept] = [await recordedPayout(desk.purser.api), await recordedPayout(desk.purser.api)];
    const { query } = desk.database;
    await query(`UPDATE orders SET status = 'EXPIRED', next_check_at = NULL WHERE id = $1`, [ended.id]);
    await query(`UPDATE orders SET updated_at = now() - interval '181 days' WHERE id IN ($1, $2)`, [ended.id, open.id]);
    await query('UPDATE payouts SET sealed_recipient = NULL, recipient_purged_at = now() WHERE id = $1', [purged.id]);
    const retention = desk.purser.service(ProviderDetailsRetentionService);
    await retention.purgeDue();
    expect(await payoutDetails(purged.id)).not.toEqual([]);
    await query(`UPDATE provider_details SET updated_at = now() - interval '181 days'`);
    expect(await retention.purgeDue()).toEqual({ more: false });

    expect([await payoutDetails(purged.id), (await orderDetails(ended.id)).providerDetails]).toEqual([[], []]);
    expect(await payoutDetails(kept.id)).not.toEqual([]);
    expect((await orderDetails(open.id)).terminalId).toBe('terminal-7');
  });

  it('reading the details requires the scope to read the order or payout', async () => {
    const api = await desk.keyWith(['webhooks:read']);
    const { errors } = await api.send('{ payouts(first: 1) { nodes { providerDetails { name } } } }');

    expect(JSON.stringify(errors)).toContain('payouts:read');
  });
});
