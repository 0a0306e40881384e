import { TYPE_SCOPES } from '../../src/access/scopes/type-scopes.js';
import { LOG_START, toCursor } from '../../src/platform/events/status-change.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { payoutInput } from '../support/payouts.js';
import { auditEntries } from '../support/audit-log.js';

interface Recipient {
  readonly requisites: string;
}

const RECIPIENT = 'recipient { requisites }';
const LIST = `{ payouts { edges { node { id status ${RECIPIENT} } } } }`;
const CHANGES = `subscription {
  payoutStatusChanged(after: "${toCursor(LOG_START)}") { to payout { id ${RECIPIENT} } } }`;

/**
 * Uses the real schema with one type restricted further. In the real one, a caller who may run an operation may read
 * everything it returns, so no operation would show whether fields are guarded.
 */
describe('field access', () => {
  let desk: Desk;
  let viewer: GraphqlClient;
  let approver: GraphqlClient;

  beforeAll(async () => {
    const recipient = jest.replaceProperty(TYPE_SCOPES, 'PayoutRecipient', ['payouts:unmask']);
    // Field guards are built with the schema. Every other Purser of this process builds its own schema.
    desk = await openDesk().finally(() => {
      recipient.restore();
    });
    viewer = await desk.keyWith(['payouts:read']);
    approver = desk.purser.approver;
    await createPayout();
  });

  afterAll(() => desk.close());

  async function createPayout(): Promise<void> {
    await desk.purser.api.request(
      'mutation ($input: CreatePayoutInput!) { createPayout(input: $input) { payout { id } userErrors { code } } }',
      { input: payoutInput() },
    );
  }

  it('a caller without the scope gets an error for the recipient over HTTP, and all other fields', async () => {
    const { payouts } = await approver.request<{ payouts: { edges: { node: { recipient: Recipient } }[] } }>(LIST);
    const { requisites } = payouts.edges[0]!.node.recipient;
    expect(requisites).toMatch(/@/);

    const refused = await viewer.send(LIST);
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(refused.errors[0]!.message).toContain('payouts:unmask');
    expect(JSON.stringify(refused)).not.toContain(requisites);
    expect((await viewer.send(LIST.replace(RECIPIENT, ''))).errors).toEqual([]);
    await eventually('it is in the audit log', async () => {
      const refused = await auditEntries(desk.purser.admin, { action: 'access.refused' });
      return refused.find(
        ({ operation, after: { why, scope } }) =>
          operation === 'PayoutRecipient.requisites' && why === 'SCOPE_MISSING' && scope === 'payouts:unmask',
      );
    });
  });

  it('a caller without the scope gets an error for the recipient over WebSocket, and all other fields', async () => {
    const shown = await approver.subscribe<{ payoutStatusChanged: { payout: { recipient: Recipient } } }>(CHANGES);
    const { requisites } = (await shown.next()).payoutStatusChanged.payout.recipient;
    expect(requisites).toMatch(/@/);
    await shown.close();

    const refused = await viewer.subscribe(CHANGES);
    const failure = await refused.next().then(JSON.stringify, String);
    expect(failure).toMatch(/payouts:unmask.*FORBIDDEN/);
    expect(failure).not.toContain(requisites);
    await refused.close();

    const beside = await viewer.subscribe(CHANGES.replace(RECIPIENT, ''));
    expect(await beside.next()).toMatchObject({ payoutStatusChanged: { payout: {} } });
    await beside.close();
  });

  it('two live callers with the same document each get what their own scopes allow, whoever subscribes first', async () => {
    const live = CHANGES.replace(/\(after.*?\)/, '');
    for (const callers of [
      [viewer, approver],
      [approver, viewer],
    ] as const) {
      const subscriptions = await Promise.all(callers.map((caller) => caller.subscribe<unknown>(live)));
      const told = subscriptions.map((subscription) => subscription.next().then(JSON.stringify, String));
      await createPayout();
      const answers = await Promise.all(told);
      const [refused, shown] = callers[0] === viewer ? answers : answers.toReversed();
      expect(refused).toMatch(/payouts:unmask.*FORBIDDEN/);
      expect(shown).toMatch(/"requisites":".*@/);
      for (const subscription of subscriptions) await subscription.close();
    }
  });
});
