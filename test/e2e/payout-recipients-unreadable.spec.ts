import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { damageRecipient } from '../support/payout-ageing.js';
import { approvePayout, changePayout, payoutInput, recordedPayout, refreshPayout } from '../support/payouts.js';
import { APPROVER_API_KEY } from '../support/purser.js';

const SHOWN = 'id status problem recipient { name requisites userId userEmail problem }';

interface ShownPayout {
  readonly id: string;
  readonly status: string;
  readonly problem: string | null;
  readonly recipient: { readonly name: string | null; readonly requisites: string; readonly problem: string | null };
}

describe('a payout whose recipient cannot be decrypted', () => {
  let desk: Desk;
  let api: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({ APPROVER_API_KEY, PROVIDER_REFRESH_SECONDS: '0' });
    api = desk.purser.api;
  });

  afterAll(async () => {
    await desk.close();
  });

  async function damaged(): Promise<string> {
    const { id } = await recordedPayout(api);
    await damageRecipient(desk.database, id);
    return id;
  }

  it('a payout whose recipient cannot be decrypted is listed with the others, masked and with its problem', async () => {
    const id = await damaged();
    const other = await recordedPayout(api);
    const { payouts } = await api.request<{ payouts: { nodes: readonly ShownPayout[] } }>(
      `{ payouts(first: 10) { nodes { ${SHOWN} } } }`,
    );
    const shown = payouts.nodes.find((payout) => payout.id === id)?.recipient;
    expect(shown).toMatchObject({ name: null, userId: null, userEmail: null });
    expect(shown?.requisites).toContain('*');
    expect(shown?.problem).toContain('cannot be decrypted');
    expect(payouts.nodes.find((payout) => payout.id === other.id)?.recipient).toMatchObject({
      ...{ name: 'A*** S***', problem: null },
    });
  });

  it('reaches its final status by read-backs', async () => {
    const id = await damaged();
    const { payout } = await refreshPayout(api, id);
    await desk.sandbox.movePayout(payout!.providerPayoutId!, 'complete');
    expect((await refreshPayout(api, id)).payout).toMatchObject({ status: 'COMPLETED' });
  });

  it('a payout whose recipient cannot be decrypted can be neither revealed nor changed', async () => {
    const input = payoutInput();
    await recordedPayout(api, input);
    const { id, status } = await recordedPayout(api, { ...input, idempotencyKey: 'possible-duplicate' });
    expect(status).toBe('AWAITING_APPROVAL');
    await damageRecipient(desk.database, id);
    const viewer = await desk.keyWith(['payouts:read', 'payouts:unmask']);
    const { revealPayoutRecipient } = await viewer.request<{ revealPayoutRecipient: object }>(
      `mutation ($input: RevealPayoutRecipientInput!) {
         revealPayoutRecipient(input: $input) { recipient { name } userErrors { code } } }`,
      { input: { payoutId: id, reason: 'To compare.' } },
    );
    expect(revealPayoutRecipient).toEqual({ recipient: null, userErrors: [{ code: 'RECIPIENT_UNREADABLE' }] });
    expect((await changePayout(api, { payoutId: id, note: 'Another' })).userErrors).toMatchObject([
      { code: 'RECIPIENT_UNREADABLE' },
    ]);
  });

  it('stays approved and unsent, with an alarm', async () => {
    const input = payoutInput();
    await recordedPayout(api, input);
    const { id } = await recordedPayout(api, { ...input, idempotencyKey: 'another-duplicate' });
    await damageRecipient(desk.database, id);
    const { payout } = await approvePayout(desk.purser.approver, id);
    expect(payout).toMatchObject({ status: 'APPROVED', attempts: [] });
    expect(payout?.problem).toContain('recipient_unreadable');
    expect(desk.purser.alarms()).toContainEqual(
      expect.objectContaining({ alarm: 'payout_claim_refused', payoutId: id }),
    );
    expect(new Date(payout!.nextAttemptAt!).getTime()).toBeGreaterThan(Date.now() + 60_000);
  });
});
