import { randomUUID } from 'node:crypto';
import type { Role } from '../../src/access/scopes/scopes.js';
import { insertKey, type KeyRow } from '../support/api-keys.js';
import {
  CHANGE_REQUEST,
  confirmChange,
  declineChange,
  openChanges,
  type Proposal,
  proposed,
} from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { type IdentityProvider, openIdentityProvider, personId } from '../support/identity-provider.js';
import {
  agreedOn,
  approvePayout,
  bindPayout,
  bookedPayout,
  closePayout,
  getPayout,
  getPayoutGate,
  openPayoutGate,
  recordedPayout,
  setPayoutGate,
  setPayoutLimit,
  setPayoutPolicy,
  unconfirmedPayout,
} from '../support/payouts.js';
import { ageAttempt } from '../support/payout-ageing.js';
import { OPEN_GATE } from '../support/settings.js';

/** A caller, and the id that is recorded for what the caller does. */
interface Actor {
  readonly id: string;
  readonly api: GraphqlClient;
}

/** An action that takes two people: the roles of both, and the answer to the second once the first has acted. */
interface Door {
  readonly first: Role;
  readonly second: Role;
  tryBoth(first: GraphqlClient, second: GraphqlClient): Promise<Answer>;
  /** Whether the action was prevented. */
  isClosed(): Promise<boolean>;
}

interface ApiKeyView {
  readonly name: string;
  readonly confirmedBy: { readonly id: string } | null;
}

interface Answer {
  readonly userErrors: readonly { readonly code: string }[];
}

/** A way for one person to obtain the credentials for both steps. */
type Way = (door: Pick<Door, 'first' | 'second'>) => Promise<readonly [Actor, Actor]>;

const ONE_APPROVER_FROM = '1000';
const TWO_APPROVERS_FROM = '5000';

describe('actions that take two people', () => {
  let desk: Desk;
  let provider: IdentityProvider;

  beforeAll(async () => {
    provider = await openIdentityProvider();
    desk = await openDesk({
      ...provider.settings,
      ...OPEN_GATE,
    });
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: ONE_APPROVER_FROM, approvers: 1 });
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: TWO_APPROVERS_FROM, approvers: 2 });
  });

  beforeEach(declineAll);

  afterAll(async () => {
    await desk.close();
    await provider.close();
  });

  async function key(role: Role, row: KeyRow = {}): Promise<Actor> {
    const id = randomUUID();
    return { id, api: desk.purser.as(await insertKey(desk.database, { ...row, id, roles: [role] })) };
  }

  /** Returns a person who has signed in through the identity provider with this role. */
  async function person(subject: string, role: Role): Promise<Actor> {
    const token = await provider.tokenOf(subject, [role]);
    const api = desk.purser.as(token);
    await api.request('{ accounts { id } }');
    return { id: await personId(desk.database, subject), api };
  }

  const WAYS: readonly (readonly [string, Way])[] = [
    [
      'a key that they made',
      async (door) => {
        const first = await key(door.first);
        return [first, await key(door.second, { createdBy: first.id })];
      },
    ],
    [
      'the key that made theirs',
      async (door) => {
        const second = await key(door.second);
        return [await key(door.first, { createdBy: second.id }), second];
      },
    ],
    [
      'a key that was made by one that they made',
      async (door) => {
        const first = await key(door.first);
        const between = await key('admin', { createdBy: first.id });
        return [first, await key(door.second, { createdBy: between.id })];
      },
    ],
    [
      'a key of somebody else that they redeemed with their own',
      async (door) => {
        const first = await key(door.first);
        const maker = await key('admin');
        return [first, await key(door.second, { createdBy: maker.id, redeemedBy: first.id })];
      },
    ],
    [
      'a key that they made, signed in as themselves',
      async (door) => {
        const second = await person(`maker-${randomUUID()}`, door.second);
        return [await key(door.first, { createdBy: second.id }), second];
      },
    ],
    [
      'two keys that they redeemed, signed in as themselves',
      async (door) => {
        const maker = await key('admin');
        const { id: redeemedBy } = await person(`holder-${randomUUID()}`, 'viewer');
        const row = { createdBy: maker.id, redeemedBy };
        return [await key(door.first, row), await key(door.second, row)];
      },
    ],
    [
      'two of their roles, one after the other',
      async (door) => {
        const subject = `both-${randomUUID()}`;
        return [await person(subject, door.first), await person(subject, door.second)];
      },
    ],
  ];

  async function payoutOf(first: GraphqlClient, amount: string): Promise<string> {
    const { id } = await recordedPayout(first, { amount });
    lastPayout = id;
    return id;
  }

  let lastPayout = '';

  const DOORS: Readonly<Record<string, Door>> = {
    approvePayout: {
      first: 'operator',
      second: 'approver',
      tryBoth: async (first, second) => approvePayout(second, await payoutOf(first, ONE_APPROVER_FROM)),
      isClosed: async () => (await getPayout(desk.purser.api, lastPayout)).status === 'AWAITING_APPROVAL',
    },
    'approvePayout, as the second of two approvers': {
      first: 'approver',
      second: 'approver',
      tryBoth: async (first, second) => {
        const id = await payoutOf(desk.purser.api, TWO_APPROVERS_FROM);
        expect(await approvePayout(first, id)).toMatchObject({ userErrors: [] });
        return approvePayout(second, id);
      },
      isClosed: async () => (await getPayout(desk.purser.api, lastPayout)).status === 'AWAITING_APPROVAL',
    },
    createApiKey: {
      first: 'admin',
      second: 'approver',
      tryBoth: async (first, second) => {
        const data = await first.request<{ createApiKey: Proposal }>(
          `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
             changeRequest { ${CHANGE_REQUEST} } userErrors { code } } }`,
          { input: { name: 'x', roles: ['VIEWER'], expiresAt: new Date(Date.now() + 1e9).toISOString() } },
        );
        return confirmChange(second, proposed(data.createApiKey));
      },
      isClosed: async () => {
        const { apiKeys } = await desk.purser.admin.request<{ apiKeys: { edges: { node: ApiKeyView }[] } }>(
          '{ apiKeys(first: 100) { edges { node { name confirmedBy { id } } } } }',
        );
        const made = apiKeys.edges.map(({ node }) => node).filter(({ name }) => name === 'x');
        return made.length > 0 && made.every(({ confirmedBy }) => confirmedBy === null);
      },
    },
    setPayoutGate: {
      first: 'admin',
      second: 'approver',
      tryBoth: async (first, second) => {
        await setPayoutGate(desk.purser.admin, { isOpen: false, reason: 'A try.' });
        return confirmChange(second, proposed(await setPayoutGate(first, { isOpen: true, reason: 'A try.' })));
      },
      isClosed: async () => {
        const { isOpen } = await getPayoutGate(desk.purser.api);
        await declineAll();
        await openPayoutGate(desk.purser, 'For the next.');
        return !isOpen;
      },
    },
    setPayoutPolicy: {
      first: 'admin',
      second: 'approver',
      tryBoth: async (first, second) => confirmChange(second, proposed(await setPayoutPolicy(first, { approvers: 0 }))),
      isClosed: async () => {
        const { payoutPolicies } = await desk.purser.api.request<{ payoutPolicies: { approvers: number }[] }>(
          '{ payoutPolicies { approvers } }',
        );
        return payoutPolicies.every(({ approvers }) => approvers > 0);
      },
    },
    setPayoutLimit: {
      first: 'admin',
      second: 'approver',
      tryBoth: async (first, second) => {
        const limit = { kind: 'LARGEST_PAYOUT', currency: 'BRL', value: '999999' };
        return confirmChange(second, proposed(await setPayoutLimit(first, limit)));
      },
      isClosed: async () => {
        const { payoutLimits } = await desk.purser.api.request<{ payoutLimits: unknown[] }>(
          '{ payoutLimits { kind } }',
        );
        return payoutLimits.length === 0;
      },
    },
    'bindUnconfirmedPayout and closeUnconfirmedPayout': {
      first: 'operator',
      second: 'approver',
      tryBoth: async (first, second) => {
        // A successful call between the faults; five faults in a row would open the circuit breaker.
        await recordedPayout(desk.purser.api);
        const payout = await unconfirmedPayout(desk, { isMade: true });
        lastPayout = payout.id;
        const { id: providerPayoutId } = await bookedPayout(desk.sandbox, payout);
        const binding = { payoutId: payout.id, providerPayoutId };
        const bound = await confirmChange(second, proposed(await bindPayout(first, binding)));
        await ageAttempt(desk.database, payout.id);
        const closed = await confirmChange(second, proposed(await closePayout(first, { payoutId: payout.id })));
        expect(bound.userErrors.map(({ code }) => code)).toEqual(closed.userErrors.map(({ code }) => code));
        return closed;
      },
      isClosed: async () => (await getPayout(desk.purser.api, lastPayout)).status === 'UNCONFIRMED',
    },
  };

  /** Declines all open change requests. */
  async function declineAll(): Promise<void> {
    for (const request of await openChanges(desk.purser.approver)) await declineChange(desk.purser.approver, request);
  }

  /** Error codes for a caller who takes both steps with the same id. All other actions answer OWN_REQUEST. */
  const OWN_STEP: Readonly<Record<string, string>> = {
    approvePayout: 'SAME_PERSON',
    'approvePayout, as the second of two approvers': 'ALREADY_APPROVED',
  };

  describe.each(Object.entries(DOORS))('%s', (name, door) => {
    it.each(WAYS)('one person cannot take both steps with %s', async (_, way) => {
      const [first, second] = await way(door);
      const code = first.id === second.id ? (OWN_STEP[name] ?? 'OWN_REQUEST') : 'SAME_PERSON';
      const answer = await door.tryBoth(first.api, second.api);
      expect(answer.userErrors.map((error) => error.code)).toEqual([code]);
      expect(await door.isClosed()).toBe(true);
    });
  });

  it('two keys created by the same admin count as two people if each was redeemed by its holder', async () => {
    const maker = await key('admin');
    const [operator, approver] = [
      await key('operator', { createdBy: maker.id }),
      await key('approver', { createdBy: maker.id }),
    ];
    const { id } = await recordedPayout(operator.api, { amount: ONE_APPROVER_FROM });
    expect(await approvePayout(approver.api, id)).toMatchObject({ payout: { status: 'CREATED' }, userErrors: [] });
  });
});
