import type { GraphqlClient } from '../support/graphql-client.js';
import { confirmChange, proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { whilePayoutHeld } from '../support/locks.js';
import {
  agreedOn,
  bindPayout,
  bookedPayout,
  getPayout,
  recordedPayout,
  setPayoutPolicy,
  unconfirmedPayout,
} from '../support/payouts.js';
import { OPEN_GATE } from '../support/settings.js';

interface Answer {
  readonly payout: { readonly id: string } | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

/** A mutation about a payout: who sends it, and its input. */
interface Act {
  readonly by: 'api' | 'approver';
  input(): Promise<{ readonly payoutId: string }>;
}

describe('a payout locked by another session', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      PAYOUT_APPROVERS_DEFAULT: '1',
      PAYOUT_CLOSE_AFTER_MINUTES: '0',
      ...OPEN_GATE,
      DATABASE_LOCK_TIMEOUT_MS: '200',
    });
  });

  afterAll(() => desk.close());

  async function waiting(): Promise<{ readonly payoutId: string }> {
    return { payoutId: (await recordedPayout(desk.purser.api)).id };
  }

  async function unconfirmed(isMade: boolean): Promise<Awaited<ReturnType<typeof unconfirmedPayout>>> {
    await agreedOn(desk.purser, setPayoutPolicy, { fromAmount: '0', approvers: 0 });
    const payout = await unconfirmedPayout(desk, { isMade });
    await agreedOn(desk.purser, setPayoutPolicy, { fromAmount: '0', approvers: null });
    return payout;
  }

  const ACTS: Readonly<Record<string, Act>> = {
    approvePayout: { by: 'approver', input: waiting },
    declinePayout: { by: 'approver', input: async () => ({ ...(await waiting()), reason: 'Not meant.' }) },
    withdrawPayout: { by: 'api', input: waiting },
    bindUnconfirmedPayout: {
      by: 'api',
      input: async () => {
        const payout = await unconfirmed(true);
        const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
        return { payoutId: payout.id, providerPayoutId, reference: 'ticket 7' };
      },
    },
    closeUnconfirmedPayout: {
      by: 'api',
      input: async () => ({ payoutId: (await unconfirmed(false)).id, resend: true, reference: 'ticket 7' }),
    },
  };

  async function send(api: GraphqlClient, name: string, input: object): Promise<Answer> {
    const type = `${name.replace(/^./, (letter) => letter.toUpperCase())}Input!`;
    const data = await api.request<Readonly<Record<string, Answer>>>(
      `mutation ($input: ${type}) { ${name}(input: $input) { payout { id } userErrors { code field } } }`,
      { input },
    );
    return data[name]!;
  }

  it.each(Object.entries(ACTS))('%s answers TRY_AGAIN and changes nothing', async (name, act) => {
    const input = await act.input();
    const api = desk.purser[act.by];
    const before = await getPayout(desk.purser.api, input.payoutId);
    expect(await whilePayoutHeld(desk.database, input.payoutId, () => send(api, name, input))).toEqual({
      payout: { id: input.payoutId },
      userErrors: [{ code: 'TRY_AGAIN', field: null }],
    });
    const { timeline, approvals, changeRequest } = await getPayout(desk.purser.api, input.payoutId);
    expect({ timeline, approvals, changeRequest }).toEqual({
      timeline: before.timeline,
      approvals: before.approvals,
      changeRequest: null,
    });
    expect((await send(api, name, input)).userErrors).toEqual([]);
  });

  it('confirmChangeRequest answers TRY_AGAIN and changes nothing', async () => {
    const payout = await unconfirmed(true);
    const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
    const request = proposed(await bindPayout(desk.purser.api, { payoutId: payout.id, providerPayoutId }));
    const answer = await whilePayoutHeld(desk.database, payout.id, () => confirmChange(desk.purser.approver, request));
    expect(answer).toMatchObject({
      changeRequest: { status: 'PENDING' },
      userErrors: [{ code: 'TRY_AGAIN', field: null }],
    });
    expect((await confirmChange(desk.purser.approver, request)).userErrors).toEqual([]);
  });
});
