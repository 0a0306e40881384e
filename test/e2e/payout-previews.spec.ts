import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { fundBalance } from '../support/ledger.js';
import { endRecipientMinute } from '../support/payout-ageing.js';
import { previewPayouts, sendPreview } from '../support/payout-previews.js';
import {
  agreedOn,
  createPayout,
  listPayoutIds,
  openPayoutGate,
  payoutInput,
  recordedPayout,
  setPayoutGate,
  setPayoutLimit,
  setPayoutPolicy,
} from '../support/payouts.js';

const to = (requisites: string): object => ({ name: 'Ana Souza', requisites, userId: 'user-1' });

describe('previews of payouts', () => {
  let desk: Desk;
  let api: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk();
    api = desk.purser.api;
  });

  afterAll(() => desk.close());

  it('a preview says that a payout would be sent, and makes none', async () => {
    const before = await listPayoutIds(api, {});
    const [preview] = await previewPayouts(api, [payoutInput({ amount: '12.5', recipient: to('first@example.com') })]);
    expect(preview).toEqual({
      index: 0,
      repeats: null,
      payout: null,
      isRepeat: false,
      warnings: [expect.objectContaining({ code: 'SERVICE_ID_OMITTED' })],
      userErrors: [],
      foreseen: {
        status: 'APPROVED',
        approvalReason: null,
        approvalsNeeded: 0,
        waitingFor: [],
        amount: '12.50',
        currency: 'BRL',
        destination: 'brazil-pix',
        maskedRequisites: 'f***@e***',
        availableBefore: null,
        availableAfter: null,
        possibleDuplicates: [],
        sameRecipientAs: [],
      },
    });
    expect(await listPayoutIds(api, {})).toEqual(before);
  });

  it('a preview reports every problem at its field, and an unknown account', async () => {
    const [wrong, nowhere] = await previewPayouts(api, [
      payoutInput({ amount: '0', note: ' unsound ', recipient: { name: 'Ana Souza', requisites: 'nobody' } }),
      payoutInput({ accountId: randomUUID() }),
    ]);
    expect(wrong!.userErrors.map(({ field }) => field)).toEqual(
      expect.arrayContaining([
        ['input', 'note'],
        ['input', 'amount'],
        ['input', 'recipient', 'requisites'],
      ]),
    );
    expect(wrong!.foreseen).toBeNull();
    expect(nowhere).toMatchObject({ foreseen: null, userErrors: [{ code: 'ACCOUNT_NOT_FOUND' }] });
  });

  it('the payouts of one preview see each other', async () => {
    const key = randomUUID();
    const recipient = to('twice@example.com');
    const first = payoutInput({ amount: '7', idempotencyKey: key, externalId: 'invoice-7', recipient });
    const previews = await previewPayouts(api, [
      first,
      payoutInput({ amount: '7', recipient }),
      first,
      { ...first, amount: '8' },
      payoutInput({ externalId: 'invoice-7' }),
    ]);
    expect(previews).toMatchObject([
      { foreseen: { approvalReason: null, sameRecipientAs: [] } },
      { foreseen: { approvalReason: 'POSSIBLE_DUPLICATE', approvalsNeeded: 1, sameRecipientAs: [0] } },
      { foreseen: null, isRepeat: true, repeats: 0, userErrors: [] },
      { foreseen: null, isRepeat: false, repeats: 0, userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] },
      { foreseen: null, isRepeat: false, repeats: 0, userErrors: [{ code: 'EXTERNAL_ID_TAKEN' }] },
    ]);
  });

  it('a used key shows the payout that createPayout would return', async () => {
    const input = payoutInput();
    const { id } = await recordedPayout(api, input);
    const [repeat, other] = await previewPayouts(api, [input, { ...input, amount: '99' }]);
    expect(repeat).toMatchObject({ payout: { id }, isRepeat: true, foreseen: null, userErrors: [] });
    expect(other).toMatchObject({ payout: { id }, isRepeat: false, userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] });
  });

  it('a preview lists possible duplicates', async () => {
    const input = payoutInput({ amount: '21' });
    const { id } = await recordedPayout(api, input);
    const [preview] = await previewPayouts(api, [{ ...input, idempotencyKey: randomUUID() }]);
    expect(preview!.foreseen).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approvalReason: 'POSSIBLE_DUPLICATE',
      waitingFor: [{ kind: 'APPROVAL' }],
      possibleDuplicates: [{ id, isSameAmount: true }],
    });
  });

  it('a preview takes two hundred payouts at most, of callers who may create them', async () => {
    const { errors } = await sendPreview(
      api,
      Array.from({ length: 201 }, () => payoutInput()),
    );
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    const reader = await desk.keyWith(['payouts:read']);
    expect((await sendPreview(reader, [payoutInput()])).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it('a preview names the shut gate and nothing behind it', async () => {
    await setPayoutGate(api, { isOpen: false, reason: 'For a while.' });
    const [preview] = await previewPayouts(api, [payoutInput()]);
    expect(preview!.foreseen).toMatchObject({ status: 'APPROVED', waitingFor: [{ kind: 'GATE' }] });
    expect(preview!.warnings).toMatchObject([{ code: 'SERVICE_ID_OMITTED' }, { code: 'GATE_SHUT' }]);
    await openPayoutGate(desk.purser, 'That was it.');
  });

  it('a preview names the limit, the policy and the balance that bind', async () => {
    await agreedOn(desk.purser, setPayoutPolicy, { currency: 'USD', fromAmount: '500', approvers: 2 });
    await agreedOn(desk.purser, setPayoutLimit, { kind: 'LARGEST_PAYOUT', currency: 'USD', value: '100' });
    await fundBalance(api, { currency: 'USD', amount: '1000' });
    const usd = (amount: string): Record<string, unknown> =>
      payoutInput({ amount, currency: 'USD', paymentType: 'ACCOUNT_LOGIN', recipient: to(`fox_${amount}`) });
    const previews = await previewPayouts(api, ['100', '101', '600', '900'].map(usd));
    expect(previews).toMatchObject([
      { foreseen: { waitingFor: [], availableBefore: '1000.00', availableAfter: '900.00' } },
      { foreseen: { waitingFor: [{ kind: 'LIMIT' }], availableBefore: '900.00', availableAfter: '799.00' } },
      { foreseen: { approvalReason: 'POLICY', approvalsNeeded: 2, availableBefore: '799.00' } },
      { foreseen: null, userErrors: [{ code: 'INSUFFICIENT_BALANCE', field: ['input', 'amount'] }] },
    ]);
  });

  describe('what a preview reveals', () => {
    let guesser: GraphqlClient;

    beforeEach(async () => {
      guesser = await desk.keyWith(['payouts:read', 'payouts:create']);
      await agreedOn(desk.purser, setPayoutPolicy, { currency: 'BRL', fromAmount: '1000', approvers: 1 });
    });

    const phone = (guess: number): Record<string, unknown> =>
      payoutInput({ amount: '10', paymentType: 'PHONE', recipient: to(`+55119${String(7_000 + guess)}4321`) });

    const codeOf = async (inputs: readonly Record<string, unknown>[]): Promise<unknown> =>
      (await sendPreview(guesser, inputs)).errors[0]?.extensions.code;

    it('a preview does not say that others pay its recipient', async () => {
      const input = { amount: '1000', recipient: to('hidden@example.com') };
      const { id } = await recordedPayout(api, payoutInput(input));
      const [hidden] = await previewPayouts(guesser, [payoutInput(input)]);
      expect(hidden!.foreseen).toMatchObject({ approvalReason: 'POLICY', approvalsNeeded: 1, possibleDuplicates: [] });
      const unmasker = await desk.keyWith(['payouts:create', 'payouts:unmask']);
      const [shown] = await previewPayouts(unmasker, [payoutInput(input)]);
      expect(shown!.foreseen).toMatchObject({ approvalReason: 'POSSIBLE_DUPLICATE', possibleDuplicates: [{ id }] });
    });

    it('guesses of previews and of payouts share one limit', async () => {
      const probes = (): number => desk.purser.alarms().filter(({ alarm }) => alarm === 'recipients_probed').length;
      const before = probes();
      expect(await codeOf(Array.from({ length: 20 }, (_, at) => phone(at)))).toBeUndefined();
      // The same recipients again are no further guesses.
      expect(await codeOf(Array.from({ length: 20 }, (_, at) => phone(at)))).toBeUndefined();
      // Eleven more would be one too many: nothing is told, and nothing counts.
      expect(await codeOf(Array.from({ length: 11 }, (_, at) => phone(20 + at)))).toBe('RATE_LIMITED');
      expect(await codeOf(Array.from({ length: 10 }, (_, at) => phone(20 + at)))).toBeUndefined();
      expect(probes()).toBe(before + 1);
      expect(await codeOf([phone(40)])).toBe('RATE_LIMITED');
      await expect(createPayout(guesser, phone(40))).rejects.toThrow('recipients that look alike');
      await endRecipientMinute(desk.database);
      expect(await codeOf([phone(40)])).toBeUndefined();
    });

    it('one caller previews 600 recipients a minute that they never paid', async () => {
      const many = (turn: number): Record<string, unknown>[] =>
        Array.from({ length: 200 }, (_, at) =>
          payoutInput({ recipient: to(`${'abcdefgh'.charAt(at % 8)}${turn}-${at}@example.com`) }),
        );
      for (const turn of [1, 2, 3]) expect(await codeOf(many(turn))).toBeUndefined();
      expect(await codeOf([payoutInput()])).toBe('RATE_LIMITED');
      await endRecipientMinute(desk.database);
      expect(await codeOf([payoutInput()])).toBeUndefined();
    });
  });
});
