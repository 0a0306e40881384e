import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { endRecipientDay, endRecipientMinute, leaveReadings } from '../support/payout-ageing.js';
import { auditEntries } from '../support/audit-log.js';
import { CHANGE_REQUEST, confirmChange, factsOf, type Proposal, proposed } from '../support/change-requests.js';
import {
  agreedOn,
  changePayout,
  createPayout,
  getPayout,
  openPayoutGate,
  payoutInput,
  recordedPayout,
  setPayoutGate,
  setPayoutPolicy,
} from '../support/payouts.js';

/** Payouts of this amount or more need an approval. */
const POLICED = '1000';

const FULL = 'id approvalReason possibleDuplicates { id }';

interface Shown {
  readonly id: string;
  readonly approvalReason: string | null;
  readonly possibleDuplicates: readonly { readonly id: string }[];
}

describe('guessing recipients', () => {
  let desk: Desk;
  let maker: GraphqlClient;
  let other: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk();
    maker = await desk.keyWith(['payouts:read', 'payouts:create']);
    other = await desk.keyWith(['payouts:read', 'payouts:create']);
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: POLICED, approvers: 1 });
  });

  afterAll(() => desk.close());

  const show = async (api: GraphqlClient, id: string): Promise<Shown> => {
    const data = await api.request<{ payout: Shown }>(`query ($id: ID!) { payout(id: $id) { ${FULL} } }`, { id });
    return data.payout;
  };

  const listed = async (api: GraphqlClient, approvalReason: string): Promise<readonly string[]> => {
    const data = await api.request<{ payouts: { nodes: readonly { id: string }[] } }>(
      'query ($filter: PayoutFilter) { payouts(first: 100, filter: $filter) { nodes { id } } }',
      { filter: { approvalReasons: [approvalReason] } },
    );
    return data.payouts.nodes.map(({ id }) => id);
  };

  const recipient = (requisites: string): object => ({ name: 'Ana Souza', requisites, userId: 'user-1' });

  const phone = (guess: number): object => recipient(`+55119${String(6_000 + guess)}1234`);

  const probes = (): number => desk.purser.alarms().filter(({ alarm }) => alarm === 'recipients_probed').length;

  it('the maker of a payout does not see that others pay the same recipient', async () => {
    const input = { amount: POLICED, recipient: recipient('victim@example.com') };
    const target = await recordedPayout(other, payoutInput(input));
    const guess = await recordedPayout(maker, payoutInput(input));
    expect(await show(maker, guess.id)).toEqual({ id: guess.id, approvalReason: 'POLICY', possibleDuplicates: [] });
    expect(await show(desk.purser.approver, guess.id)).toEqual({
      id: guess.id,
      approvalReason: 'POSSIBLE_DUPLICATE',
      possibleDuplicates: [{ id: target.id }],
    });
    const own = await recordedPayout(maker, payoutInput(input));
    expect(await show(maker, own.id)).toEqual({
      id: own.id,
      approvalReason: 'POSSIBLE_DUPLICATE',
      possibleDuplicates: [{ id: guess.id }],
    });
  });

  it('filtering by approval reason does not reveal equal recipients', async () => {
    const input = { amount: POLICED, recipient: recipient('filtered@example.com') };
    await recordedPayout(other, payoutInput(input));
    const alike = await recordedPayout(maker, payoutInput(input));
    const unlike = await recordedPayout(maker, payoutInput({ amount: POLICED }));
    for (const reason of ['POSSIBLE_DUPLICATE', 'POLICY']) {
      expect(await listed(maker, reason)).toEqual(expect.arrayContaining([alike.id, unlike.id]));
    }
    const duplicates = await listed(desk.purser.approver, 'POSSIBLE_DUPLICATE');
    expect(duplicates).toContain(alike.id);
    expect(duplicates).not.toContain(unlike.id);
  });

  it('the content hash does not reveal equal recipients', async () => {
    const input = { amount: POLICED, recipient: recipient('hashed@example.com') };
    const [one, another] = [
      await recordedPayout(other, payoutInput(input)),
      await recordedPayout(maker, payoutInput(input)),
    ];
    expect(one.contentHash).not.toBe(another.contentHash);
  });

  it('the recipient of a payout cannot be changed often enough to find equal recipients', async () => {
    const draft = await recordedPayout(maker, payoutInput({ amount: POLICED }));
    const change = async (requisites: string): Promise<readonly string[]> => {
      const { userErrors } = await changePayout(maker, { payoutId: draft.id, recipient: { requisites } });
      return userErrors.map(({ code }) => code);
    };
    for (let at = 0; at < 5; at += 1) expect(await change(`changed${at}@example.com`)).toEqual([]);
    expect(await change('changed6@example.com')).toEqual(['RECIPIENT_CHANGED_TOO_OFTEN']);
    // Changing something other than the recipient does not count as a guess.
    const { userErrors } = await changePayout(maker, { payoutId: draft.id, amount: '1001' });
    expect(userErrors).toEqual([]);
    expect((await getPayout(maker, draft.id)).amount).toBe('1001.00');
  });

  it.each([
    ['wait for approval', POLICED],
    ['wait for the gate', '10'],
  ])('payouts that %s cannot be created often enough to find equal recipients', async (_, amount) => {
    const guesser = await desk.keyWith(['payouts:read', 'payouts:create']);
    await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'So that they wait.' });
    const before = probes();
    const guess = async (at: number, key: string = randomUUID()): Promise<string> => {
      const input = payoutInput({ amount, idempotencyKey: key, paymentType: 'PHONE', recipient: phone(at) });
      try {
        const { userErrors } = await createPayout(guesser, input);
        return userErrors.map(({ code }) => code).join();
      } catch (error) {
        return String(error).includes('RATE_LIMITED') || String(error).includes('recipients')
          ? 'RATE_LIMITED'
          : String(error);
      }
    };
    const first = randomUUID();
    expect(await guess(0, first)).toBe('');
    // Neither the same recipient again nor a repeated request counts as a guess.
    for (let at = 0; at < 3; at += 1) expect(await guess(0)).toBe('');
    const results = [];
    for (let at = 1; at < 30; at += 1) results.push(await guess(at));
    expect(new Set(results)).toEqual(new Set(['']));
    expect(await guess(30)).toBe('RATE_LIMITED');
    expect(await guess(0, first)).toBe('');
    expect(probes()).toBe(before + 1);
    // The limit applies neither to recipients with another mask nor to other keys.
    expect((await createPayout(guesser, payoutInput({ amount }))).userErrors).toEqual([]);
    expect(
      (await createPayout(maker, payoutInput({ amount, paymentType: 'PHONE', recipient: phone(31) }))).userErrors,
    ).toEqual([]);
    await openPayoutGate(desk.purser, 'That was it.');
  });

  it('one person can read whole recipients thirty times a minute and three hundred times a day', async () => {
    const reader = await desk.keyWith(['payouts:read', 'payouts:unmask']);
    const { id } = await recordedPayout(maker, payoutInput({ amount: POLICED }));
    const reveal = async (): Promise<string> => {
      const { errors } = await reader.send(
        `mutation ($input: RevealPayoutRecipientInput!) { revealPayoutRecipient(input: $input) { recipient { name } } }`,
        { input: { payoutId: id, reason: 'To compare.' } },
      );
      return errors.map(({ extensions }) => extensions.code).join();
    };
    const search = async (): Promise<string> => {
      const filter = { recipient: 'somebody@example.com' };
      const { errors } = await reader.send(
        'query ($filter: PayoutFilter) { payouts(filter: $filter) { totalCount } }',
        {
          filter,
        },
      );
      return errors.map(({ extensions }) => extensions.code).join();
    };
    const ofDay = (): number => desk.purser.alarms().filter(({ alarm }) => alarm === 'recipients_read_in_bulk').length;
    for (let minute = 1; minute <= 10; minute += 1) {
      const read = await Promise.all(Array.from({ length: 15 }, () => Promise.all([reveal(), search()])));
      expect(new Set(read.flat())).toEqual(new Set(['']));
      expect(await reveal()).toBe('RATE_LIMITED');
      expect(await search()).toBe('RATE_LIMITED');
      expect(ofDay()).toBe(minute < 5 ? 0 : 1);
      await endRecipientMinute(desk.database);
    }
    expect(await reveal()).toBe('RATE_LIMITED');
    expect(await search()).toBe('RATE_LIMITED');
  });

  describe('raised limits', () => {
    const SCOPES = ['payouts:read', 'payouts:unmask', 'policies:change', 'changes:confirm'] as const;

    /** Tries to reveal a recipient. Returns the error, or an empty string. */
    const reveal = async (reader: GraphqlClient, payoutId: string): Promise<string> => {
      const { errors } = await reader.send(
        `mutation ($input: RevealPayoutRecipientInput!) { revealPayoutRecipient(input: $input) { recipient { name } } }`,
        { input: { payoutId, reason: 'To compare.' } },
      );
      return errors.map(({ message, extensions }) => `${extensions.code}: ${message}`).join();
    };

    const raise = async (reader: GraphqlClient, perDay: number): Promise<Proposal> => {
      const data = await reader.request<{ raiseRecipientReadings: Proposal }>(
        `mutation ($input: RaiseRecipientReadingsInput!) { raiseRecipientReadings(input: $input) {
           changeRequest { ${CHANGE_REQUEST} } userErrors { code } } }`,
        { input: { perDay, reason: 'The yearly look at all recipients.' } },
      );
      return data.raiseRecipientReadings;
    };

    const alarms = (): readonly unknown[] =>
      desk.purser.alarms().filter(({ alarm }) => alarm === 'recipients_read_in_bulk');

    const readers = async (): Promise<{ reader: GraphqlClient; bystander: GraphqlClient; id: string }> => {
      const [reader, bystander] = [await desk.keyWith(SCOPES), await desk.keyWith(SCOPES)];
      const { id } = await recordedPayout(maker, payoutInput({ amount: POLICED }));
      for (const one of [reader, bystander]) expect(await reveal(one, id)).toBe('');
      return { reader, bystander, id };
    };

    it("a second person can raise a caller's daily limit until the day ends", async () => {
      const { reader, bystander, id } = await readers();
      await leaveReadings(desk.database, 300);
      expect(await reveal(reader, id)).toMatch(
        /^RATE_LIMITED: .*300 recipients.*propose more by raiseRecipientReadings/,
      );

      const request = proposed(await raise(reader, 400));
      expect(request).toMatchObject({ kind: 'RECIPIENT_READINGS', subject: request.proposedBy.id });
      expect(factsOf(request)).toEqual({ actorKind: 'API_KEY', perDay: '400' });
      expect((await confirmChange(reader, request)).userErrors).toMatchObject([{ code: 'OWN_REQUEST' }]);
      expect(await reveal(reader, id)).toContain('RATE_LIMITED');
      expect((await confirmChange(desk.purser.admin, request)).userErrors).toEqual([]);

      expect(await reveal(reader, id)).toBe('');
      expect(await reveal(bystander, id)).toContain('RATE_LIMITED');
      expect(await auditEntries(desk.purser.admin, { action: 'recipient_readings.raised' })).toMatchObject([
        { subjectType: 'API_KEY', subjectId: request.proposedBy.id, reason: 'The yearly look at all recipients.' },
      ]);
      await leaveReadings(desk.database, 400);
      expect(await reveal(reader, id)).toMatch(/^RATE_LIMITED: .*400 recipients/);

      await endRecipientDay(desk.database);
      expect(await reveal(reader, id)).toBe('');
      await leaveReadings(desk.database, 300);
      expect(await reveal(reader, id)).toMatch(/^RATE_LIMITED: .*300 recipients/);
    });

    it('the alarm is raised at half of the raised limit', async () => {
      const { reader, id } = await readers();
      expect((await confirmChange(desk.purser.approver, proposed(await raise(reader, 400)))).userErrors).toEqual([]);
      const before = alarms().length;
      await leaveReadings(desk.database, 149);
      expect(await reveal(reader, id)).toBe('');
      expect(alarms()).toHaveLength(before);
      await leaveReadings(desk.database, 199);
      expect(await reveal(reader, id)).toBe('');
      expect(alarms().slice(before)).toMatchObject([{ inDay: 200, perDay: 400 }]);
    });

    it.each([0, 300, 3001])('refuses a limit of %d a day', async (perDay) => {
      const { changeRequest, userErrors } = await raise(await desk.keyWith(SCOPES), perDay);
      expect({ changeRequest, userErrors }).toEqual({ changeRequest: null, userErrors: [{ code: 'PER_DAY_INVALID' }] });
    });
  });
});
