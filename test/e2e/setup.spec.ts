import { agree } from '../support/change-requests.js';
import type { Desk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { fundedEntry } from '../support/ledger.js';
import { deliver, openWebhookDesk, unannouncedPayout } from '../support/payout-webhooks-delivery.js';
import { setPayoutPolicy } from '../support/payouts.js';

interface Step {
  readonly name: string;
  readonly isDone: boolean;
  readonly note: string | null;
  readonly markedBy: { readonly name: string } | null;
}

interface MarkAnswer {
  readonly steps: readonly Step[];
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

const STEP = 'name isDone note markedBy { name }';

async function steps(api: GraphqlClient): Promise<readonly Step[]> {
  const { desk } = await api.request<{ desk: { setup: Step[] } }>(`{ desk { setup { ${STEP} } } }`);
  return desk.setup;
}

async function openSteps(api: GraphqlClient): Promise<readonly string[]> {
  return (await steps(api)).flatMap(({ name, isDone }) => (isDone ? [] : [name]));
}

async function markStep(
  api: GraphqlClient,
  input: { readonly step: string; readonly note: string; readonly isDone?: boolean },
): Promise<MarkAnswer> {
  const data = await api.request<{ markSetupStep: MarkAnswer }>(
    `mutation ($input: MarkSetupStepInput!) { markSetupStep(input: $input) { steps { ${STEP} } userErrors { code field } } }`,
    { input },
  );
  return data.markSetupStep;
}

describe('the steps before the first real payment', () => {
  let desk: Desk;
  let approver: GraphqlClient;

  beforeAll(async () => {
    desk = await openWebhookDesk('observe');
    approver = desk.purser.approver;
  });

  afterAll(() => desk.close());

  it('a second person is there as soon as one key creates payouts and another approves them', async () => {
    expect(await openSteps(approver)).toEqual([
      'POLICIES',
      'BALANCE',
      'ORDER_WEBHOOKS',
      'PAYOUT_WEBHOOKS',
      'BACKUPS',
      'JOURNAL',
    ]);
  });

  it('a policy and a balance are seen once they are set', async () => {
    const { accounts } = await approver.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    await fundedEntry(desk.purser.api, accounts[0]!.id);
    await agree(
      await desk.keyWith(['changes:confirm', 'payouts:read', 'policies:change']),
      await setPayoutPolicy(approver, { currency: 'BRL', fromAmount: '1000.00', approvers: 0 }),
    );
    expect(await openSteps(approver)).toEqual(['ORDER_WEBHOOKS', 'PAYOUT_WEBHOOKS', 'BACKUPS', 'JOURNAL']);
  });

  it('webhooks are seen once the first one is processed', async () => {
    const { url, providerPayoutId } = await unannouncedPayout(desk);
    await deliver(url, { body: JSON.stringify({ id: providerPayoutId, status: 'PROCESSING' }) });
    const open = await eventually('the webhook of the payout is processed', async () => {
      const names = await openSteps(approver);
      return names.includes('PAYOUT_WEBHOOKS') ? null : names;
    });
    expect(open).toEqual(['ORDER_WEBHOOKS', 'BACKUPS', 'JOURNAL']);
  });

  it('backups are done by the word of a person, who can take it back', async () => {
    const { steps: marked } = await markStep(approver, { step: 'BACKUPS', note: 'Restored on Friday' });
    expect(marked).toContainEqual({
      name: 'BACKUPS',
      isDone: true,
      note: 'Restored on Friday',
      markedBy: { name: expect.any(String) as string },
    });
    await markStep(approver, { step: 'BACKUPS', note: 'The copy was empty', isDone: false });
    expect(await openSteps(approver)).toContain('BACKUPS');
    const auditor = await desk.keyWith(['audit:read']);
    const { auditEntries } = await auditor.request<{ auditEntries: { nodes: { action: string }[] } }>(
      '{ auditEntries(first: 10) { nodes { action reason } } }',
    );
    expect(auditEntries.nodes.filter(({ action }) => action.startsWith('setup_step.'))).toEqual([
      { action: 'setup_step.unmarked', reason: 'The copy was empty' },
      { action: 'setup_step.marked', reason: 'Restored on Friday' },
    ]);
  });

  it.each([
    ['a step that Purser sees itself', 'SECOND_PERSON', 'Looks fine', 'CANNOT_BE_MARKED', 'step'],
    ['an empty note', 'BACKUPS', ' ', 'NOTE_INVALID', 'note'],
  ])('nobody can mark %s', async (_case, step, note, code, field) => {
    const before = await openSteps(approver);
    expect((await markStep(approver, { step, note })).userErrors).toEqual([{ code, field: ['input', field] }]);
    expect(await openSteps(approver)).toEqual(before);
  });

  it('only people who may change policies, and auditors, see the steps', async () => {
    const { data, errors } = await (await desk.keyWith(['payouts:create'])).send('{ desk { setup { name } } }');
    expect([data, errors]).toMatchObject([null, [{ extensions: { code: 'FORBIDDEN' } }]]);
    expect(await openSteps(await desk.keyWith(['audit:read']))).toContain('BACKUPS');
  });
});
