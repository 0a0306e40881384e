import { randomUUID } from 'node:crypto';
import { agree } from '../support/change-requests.js';
import { eventually } from '../support/eventually.js';
import { fundBalance, newAccount } from '../support/ledger.js';
import { leaveSending } from '../support/payouts-as-left.js';
import {
  agreedOn,
  bangladeshInput,
  closePayout,
  declinePayout,
  faultMatch,
  getPayout,
  openPayoutGate,
  payoutInput,
  recordedPayout,
  refreshPayout,
  setPayoutGate,
  setPayoutLimit,
  withdrawPayout,
} from '../support/payouts.js';
import { inputTo } from './payout-destinations.table.js';
import type { Input, RepeatedOutcome, RepeatStage, Unrepeatable } from './repeated-requests.table.js';

const fault = async ({ desk }: RepeatStage, what: Input, input = payoutInput()): Promise<Input> => {
  await desk.sandbox.setFault({ on: 'createPayout', match: faultMatch(input), ...what });
  return input;
};

/** Returns a request for the same amount and recipient as a payout that was just sent. */
async function possibleDuplicate({ desk }: RepeatStage): Promise<Input> {
  const input = payoutInput();
  await recordedPayout(desk.purser.api, input);
  return { ...input, idempotencyKey: randomUUID() };
}

/** Reads a payout back until it has a status. The webhook may have been claimed by a replica that cannot read it. */
const readAs = (wanted: string, { desk }: RepeatStage, id: string): Promise<unknown> =>
  eventually(`the payout is ${wanted}`, async () => {
    const { payout } = await refreshPayout(desk.purser.api, id);
    return payout?.status === wanted || null;
  });

type Step = Parameters<RepeatStage['desk']['sandbox']['movePayout']>[1];

/** A payout that the provider moved after the first answer. */
const moved = (tells: string, step: Step): RepeatedOutcome => ({
  tells,
  by: 'the provider',
  input: () => payoutInput(),
  move: async (stage, { id }) => {
    const { desk } = stage;
    const { providerPayoutId } = await getPayout(desk.purser.api, id);
    await desk.sandbox.movePayout(providerPayoutId!, step);
    await readAs(tells, stage, id);
  },
});

const largest = { kind: 'LARGEST_PAYOUT', currency: 'BRL' };

const STATUSES: readonly RepeatedOutcome[] = [
  { tells: 'CREATED', by: 'an answer', input: () => payoutInput() },
  { tells: 'AWAITING_APPROVAL', by: 'a payout of the same amount', input: possibleDuplicate },
  {
    tells: 'APPROVED',
    by: 'the shut gate',
    input: async ({ desk }) => {
      await setPayoutGate(desk.purser.api, { isOpen: false, reason: 'The bank asked us to.' });
      return payoutInput();
    },
    undo: ({ desk }) => openPayoutGate(desk.purser, 'They are done.'),
  },
  {
    tells: 'APPROVED',
    by: 'a limit',
    input: async ({ desk }) => {
      await agreedOn(desk.purser, setPayoutLimit, { ...largest, value: '100' });
      return payoutInput({ amount: '101' });
    },
    undo: ({ desk }) => agreedOn(desk.purser, setPayoutLimit, { ...largest, value: null }),
  },
  {
    tells: 'APPROVED',
    by: 'the balance at the provider',
    input: (stage) => fault(stage, { fault: 'refuse', status: 402 }),
    undo: ({ desk }) => desk.sandbox.clearFaults(),
  },
  {
    tells: 'SUBMITTING',
    by: 'a sender that was killed',
    input: (stage) => fault(stage, { fault: 'dropAfterAccepting' }),
    move: ({ desk }, { id }) => leaveSending(desk.database, id),
  },
  { tells: 'UNCONFIRMED', by: 'a lost answer', input: (stage) => fault(stage, { fault: 'dropAfterAccepting' }) },
  { tells: 'REJECTED', by: 'a refusal', input: (stage) => fault(stage, { fault: 'refuse', status: 422 }) },
  {
    tells: 'DECLINED',
    by: 'a person',
    input: possibleDuplicate,
    move: ({ desk }, { id }) => declinePayout(desk.purser.approver, id, 'It was paid.'),
  },
  {
    tells: 'WITHDRAWN',
    by: 'its maker',
    input: possibleDuplicate,
    move: ({ desk }, { id }) => withdrawPayout(desk.purser.api, id),
  },
  {
    tells: 'CLOSED',
    by: 'two people',
    input: (stage) => fault(stage, { fault: 'serverErrorBeforeAccepting' }),
    move: async ({ desk }, { id }) => agree(desk.purser.approver, await closePayout(desk.purser.api, { payoutId: id })),
  },
  moved('PROCESSING', 'process'),
  moved('COMPLETED', 'complete'),
  moved('FAILED', 'fail'),
  moved('CANCELED', 'cancel'),
  moved('EXPIRED', 'expire'),
  {
    tells: 'UNRECOGNIZED',
    by: 'a word that nobody knows',
    input: () => payoutInput(),
    move: async (stage, { id, input }) => {
      const unknown = { on: 'readPayout', fault: 'unknownStatus', word: 'ON_HOLD', times: null };
      await stage.desk.sandbox.setFault({ ...unknown, match: faultMatch(input) });
      await readAs('UNRECOGNIZED', stage, id);
    },
  },
];

const refused = (tells: string, by: string, input: () => Input): RepeatedOutcome => ({ tells, by, input });

const brazil = (paymentType: string, requisites: string): Input =>
  payoutInput({ paymentType, recipient: { name: 'Ana Souza', userId: 'user-1', requisites } });

const toRecipient = (input: Input, changes: Input): Input => ({
  ...input,
  recipient: { ...(input['recipient'] as object), ...changes },
});

const CODES: readonly RepeatedOutcome[] = [
  refused('ACCOUNT_NOT_FOUND', 'an unknown id', () => payoutInput({ accountId: randomUUID() })),
  refused('AMOUNT_NOT_POSITIVE', 'zero', () => payoutInput({ amount: '0' })),
  refused('AMOUNT_TOO_PRECISE', 'three decimals', () => payoutInput({ amount: '1.500' })),
  refused('AMOUNT_NOT_WHOLE', 'decimals of shillings', () => inputTo('KES', 'SIM', { amount: '1.5' })),
  refused('AMOUNT_NOT_MULTIPLE_OF_5', 'twelve francs', () => inputTo('XOF', 'SIM', { amount: '12' })),
  refused('CARD_INVALID', 'a wrong check digit', () =>
    inputTo('BDT', 'C2C', { recipient: { requisites: '4111111111111112' } }),
  ),
  refused('CHOICE_INVALID', 'an unknown wallet', () => toRecipient(bangladeshInput(), { bankName: 'WALLET_X9' })),
  refused('IP_INVALID', 'a text', () => toRecipient(bangladeshInput(), { userIp: 'localhost' })),
  refused('CURRENCY_NOT_SUPPORTED', 'yen', () => payoutInput({ currency: 'JPY' })),
  refused('PAYMENT_TYPE_NOT_SUPPORTED', 'an unknown type', () => payoutInput({ paymentType: 'SIM' })),
  refused('EMAIL_INVALID', 'a text', () => brazil('EMAIL', 'ana')),
  refused('PHONE_INVALID', 'a number of Portugal', () => brazil('PHONE', '+351912345678')),
  refused('TAX_ID_INVALID', 'a wrong check digit', () => brazil('CPF', '52998224724')),
  refused('PIX_KEY_INVALID', 'a text', () => brazil('RANDOM_KEY', 'ana')),
  refused('PIX_KEY_MISMATCH', 'a key of another type', () => brazil('EMAIL', '52998224725')),
  refused('FIELD_REQUIRED', 'no name', () => toRecipient(payoutInput(), { name: '' })),
  refused('FIELD_NOT_ALLOWED', 'a field of elsewhere', () => toRecipient(payoutInput(), { userIp: '192.0.2.1' })),
  refused('TEXT_INVALID', 'an empty id', () => payoutInput({ externalId: '' })),
  refused('SERVICE_UNKNOWN', 'an unknown number', () => payoutInput({ serviceId: 999 })),
  {
    tells: 'PAYMENT_TYPE_NOT_CONFIGURED',
    by: 'a profile without the word',
    input: () => inputTo('RUB', 'PHONE_TRANSFER', { amount: '2' }),
    at: 'live',
  },
  {
    tells: 'IDEMPOTENCY_KEY_REUSED',
    by: 'another amount',
    input: async ({ desk }) => {
      const input = payoutInput();
      await recordedPayout(desk.purser.api, input);
      return { ...input, amount: '13' };
    },
  },
  {
    tells: 'EXTERNAL_ID_TAKEN',
    by: 'another payout',
    input: async ({ desk }) => {
      const externalId = randomUUID();
      await recordedPayout(desk.purser.api, { externalId });
      return payoutInput({ externalId });
    },
  },
  {
    tells: 'INSUFFICIENT_BALANCE',
    by: 'less than is asked for',
    input: async ({ desk }) => {
      const accountId = await newAccount(desk);
      await fundBalance(desk.purser.api, { accountId, amount: '5', direction: 'IN' });
      return payoutInput({ accountId });
    },
  },
  { tells: 'PROVIDER_REFUSED', by: 'a refusal', input: (stage) => fault(stage, { fault: 'refuse', status: 400 }) },
  {
    tells: 'PROVIDER_REFUSED',
    by: 'a refusal through a named service',
    input: (stage) => fault(stage, { fault: 'refuse', status: 422 }, payoutInput({ serviceId: 401 })),
  },
  {
    tells: 'NOT_PAID',
    by: 'its maker',
    input: possibleDuplicate,
    move: ({ desk }, { id }) => withdrawPayout(desk.purser.api, id),
  },
];

export const PAYOUT_OUTCOMES: readonly RepeatedOutcome[] = [...STATUSES, ...CODES];

export const UNREPEATABLE_PAYOUTS: Unrepeatable = {
  TRY_AGAIN: 'Nothing was recorded, and the repeated request is to succeed: test/integration/payout-busy.spec.ts.',
};
