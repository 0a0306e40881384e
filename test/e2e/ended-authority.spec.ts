import { randomUUID } from 'node:crypto';
import type { GraphQLField } from 'graphql';
import type { Role, Scope } from '../../src/access/scopes/scopes.js';
import { changeKey, insertKey, type KeyFate } from '../support/api-keys.js';
import { scopeOf } from '../support/access-page.js';
import { proposed } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  agreedOn,
  bookedPayout,
  faultMatch,
  payoutInput,
  type PayoutView,
  recordedPayout,
  refreshPayout,
  setPayoutPolicy,
  unconfirmedPayout,
} from '../support/payouts.js';
import { auditEntries } from '../support/audit-log.js';
import { blockCards } from '../support/card-counts.js';
import { insertDiscrepancy } from '../support/rows-of-accounts.js';
import { insertPerson } from '../support/identity-provider.js';
import { ageAttempt } from '../support/payout-ageing.js';
import { OPEN_GATE } from '../support/settings.js';

/** Scopes whose mutations grant authority, act as one of two people, or show masked data. */
const AUTHORITY: readonly Scope[] = [
  'accounts:update',
  'cards:unblock',
  'payouts:approve',
  'payouts:unmask',
  'payouts:resolve',
  'payouts:gate',
  'discrepancies:close',
  'policies:change',
  'changes:confirm',
  'keys:manage',
  'keys:confirm',
  'keys:rotate',
];

/** A mutation's input, with a role that may send it. With a live key it would take effect or be recorded. */
interface Act {
  readonly role: Role;
  input(own: { readonly keyId: string }): Promise<Record<string, unknown>>;
}

const REASON = { reason: 'As agreed.' };
const expiresAt = (): string => new Date(Date.now() + 1e9).toISOString();

describe('a key that just ended on another replica', () => {
  let desk: Desk;
  let accountId: string;

  beforeAll(async () => {
    desk = await openDesk({
      PAYOUT_APPROVERS_DEFAULT: '1',
      ...OPEN_GATE,
    });
    const { accounts } = await desk.purser.api.request<{ accounts: { id: string }[] }>('{ accounts { id } }');
    accountId = accounts[0]!.id;
  });

  afterAll(() => desk.close());

  const send = (api: GraphqlClient, name: string, input: object): ReturnType<GraphqlClient['send']> =>
    api.send(
      `mutation ($input: ${name.replace(/^./, (letter) => letter.toUpperCase())}Input!) {
         ${name}(input: $input) { userErrors { code } } }`,
      { input },
    );

  async function pendingKey(): Promise<string> {
    const { createApiKey } = await desk.purser.admin.request<{ createApiKey: { apiKey: { id: string } } }>(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }',
      { input: { name: 'pending', roles: ['ADMIN'], expiresAt: expiresAt() } },
    );
    return createApiKey.apiKey.id;
  }

  /** Returns a change request for a second person to confirm. */
  async function changeRequest(): Promise<{ id: string; contentHash: string }> {
    const { id, contentHash } = proposed(
      await setPayoutPolicy(desk.purser.admin, { currency: 'EUR', approvers: 2, ...REASON }),
    );
    return { id, contentHash };
  }

  const waiting = (): Promise<PayoutView> => recordedPayout(desk.purser.api);

  const ACTS: Readonly<Record<string, Act>> = {
    createApiKey: {
      role: 'admin',
      input: () => Promise.resolve({ name: 'x', roles: ['VIEWER'], expiresAt: expiresAt() }),
    },
    rotateApiKey: { role: 'viewer', input: ({ keyId }) => Promise.resolve({ id: keyId }) },
    revokeApiKey: { role: 'admin', input: async () => ({ id: await pendingKey(), ...REASON }) },
    endSessions: { role: 'admin', input: ({ keyId }) => Promise.resolve({ actorId: keyId, ...REASON }) },
    blockPerson: { role: 'admin', input: async () => ({ personId: await insertPerson(desk.database), ...REASON }) },
    unblockPerson: {
      role: 'admin',
      input: async () => ({ personId: await insertPerson(desk.database, { isBlocked: true }), ...REASON }),
    },
    approvePayout: { role: 'approver', input: async () => ({ payoutId: (await waiting()).id }) },
    declinePayout: { role: 'approver', input: async () => ({ payoutId: (await waiting()).id, ...REASON }) },
    approvePayouts: {
      role: 'approver',
      input: async () => {
        const { id, contentHash } = await waiting();
        return { items: [{ payoutId: id, contentHash }] };
      },
    },
    declinePayouts: { role: 'approver', input: async () => ({ payoutIds: [(await waiting()).id], ...REASON }) },
    revealPayoutRecipient: { role: 'approver', input: async () => ({ payoutId: (await waiting()).id, ...REASON }) },
    raiseRecipientReadings: { role: 'approver', input: () => Promise.resolve({ perDay: 400, ...REASON }) },
    bindUnconfirmedPayout: {
      role: 'operator',
      input: async () => {
        const payout = await unapproved(() => unconfirmedPayout(desk, { isMade: true }));
        const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
        return { payoutId: payout.id, providerPayoutId, reference: 'ticket 7' };
      },
    },
    probeProviderPayout: {
      role: 'operator',
      input: async () => {
        const payout = await unapproved(() => unconfirmedPayout(desk, { isMade: true }));
        const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
        return { payoutId: payout.id, providerPayoutId };
      },
    },
    closeUnconfirmedPayout: {
      role: 'operator',
      input: async () => {
        const { id } = await unapproved(() => unconfirmedPayout(desk, { isMade: false }));
        await ageAttempt(desk.database, id);
        return { payoutId: id, resend: false, reference: 'ticket 7' };
      },
    },
    settlePayout: {
      role: 'operator',
      input: async () => {
        const input = payoutInput();
        const { id } = await unapproved(() => recordedPayout(desk.purser.api, input));
        const wrong = { fault: 'malformedAnswer', variant: 'wrongAmount', match: faultMatch(input) };
        await desk.sandbox.setFault({ on: 'readPayout', ...wrong });
        await refreshPayout(desk.purser.api, id);
        return { payoutId: id, end: 'PAID', reference: 'ticket 7' };
      },
    },
    closeDiscrepancy: {
      role: 'operator',
      input: async () => ({ discrepancyId: await insertDiscrepancy(desk.database, accountId), note: 'As agreed.' }),
    },
    closeLostPayment: {
      role: 'operator',
      input: async () => ({ discrepancyId: await insertDiscrepancy(desk.database, accountId), reference: 'ticket 7' }),
    },
    liftCardBlock: {
      role: 'admin',
      input: async () => {
        await blockCards(desk.database, 'bin:411111', '1 hour');
        return { subject: 'bin:411111', ...REASON };
      },
    },
    markSetupStep: { role: 'admin', input: () => Promise.resolve({ step: 'BACKUPS', note: 'Restored on Friday' }) },
    setPayoutGate: { role: 'operator', input: () => Promise.resolve({ isOpen: false, ...REASON }) },
    setPayoutPolicy: { role: 'admin', input: () => Promise.resolve({ approvers: 2, ...REASON }) },
    setPayoutLimit: {
      role: 'admin',
      input: () => Promise.resolve({ kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '5', ...REASON }),
    },
    updateTerminalProfile: {
      role: 'admin',
      input: () => Promise.resolve({ accountId, hostedPageNeedsEmail: true, ...REASON }),
    },
    confirmChangeRequest: { role: 'approver', input: changeRequest },
    declineChangeRequest: { role: 'admin', input: async () => ({ id: (await changeRequest()).id, ...REASON }) },
  };

  /** Lets payouts be created without approval while `make` runs. */
  async function unapproved<Result>(make: () => Promise<Result>): Promise<Result> {
    await agreedOn(desk.purser, setPayoutPolicy, { fromAmount: '0', approvers: 0 });
    try {
      return await make();
    } finally {
      await agreedOn(desk.purser, setPayoutPolicy, { fromAmount: '0', approvers: null });
    }
  }

  async function seenActor(role: Role): Promise<{ readonly keyId: string; readonly api: GraphqlClient }> {
    const keyId = randomUUID();
    const api = desk.purser.as(await insertKey(desk.database, { id: keyId, roles: [role] }));
    await api.request('{ accounts { id } }');
    return { keyId, api };
  }

  const effectsOf = async (keyId: string): Promise<string[]> =>
    (await auditEntries(desk.purser.admin, { actorId: keyId }))
      .map(({ action }) => action)
      .filter((action) => !action.startsWith('access.'));

  it('every mutation that grants or uses authority is tried with an ended key', () => {
    const mutations = Object.values(desk.purser.schema.getMutationType()!.getFields()) as GraphQLField<
      unknown,
      unknown
    >[];
    const wanted = mutations.filter((mutation) => AUTHORITY.includes(scopeOf(mutation)!)).map(({ name }) => name);
    expect(Object.keys(ACTS).sort()).toEqual(wanted.sort());
  });

  it.each(Object.entries(ACTS))('a key that was just revoked on another replica cannot run %s', async (name, act) => {
    const { keyId, api } = await seenActor(act.role);
    const input = await act.input({ keyId });
    await changeKey(desk.database, keyId, 'was revoked');
    const answer = await send(api, name, input);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(await effectsOf(keyId)).toEqual([]);
  });

  it.each<KeyFate>([
    'was replaced in the configuration',
    'is past its end',
    'opens less',
    'has another secret',
    'had another secret until now',
  ])('a key that %s cannot approve a payout', async (fate) => {
    const { keyId, api } = await seenActor('approver');
    const input = await ACTS['approvePayout']!.input({ keyId });
    await changeKey(desk.database, keyId, fate);
    const { errors } = await send(api, 'approvePayout', input);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(await effectsOf(keyId)).toEqual([]);
  });

  it('a key still works with its previous secret while that is valid', async () => {
    const { keyId, api } = await seenActor('approver');
    const input = await ACTS['approvePayout']!.input({ keyId });
    await changeKey(desk.database, keyId, 'has a newer secret for an hour');
    expect((await send(api, 'approvePayout', input)).errors).toEqual([]);
    expect(await effectsOf(keyId)).toEqual(['payout.approved']);
  });
});
