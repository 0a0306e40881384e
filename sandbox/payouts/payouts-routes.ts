import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Call, Route } from '../http/route.js';
import { faultyCreateAnswer, isAccepted } from '../faults/create-answers.js';
import type { FaultShelf } from '../faults/fault-shelf.js';
import { faultyReadAnswer } from '../faults/read-answers.js';
import { asMerchant } from '../merchants/merchant-access.js';
import type { Merchant, MerchantDirectory } from '../merchants/merchant-directory.js';
import type { DestinationDirectory } from './destinations/destination-directory.js';
import { isRussianPhone, phoneTransferBanks } from './destinations/phone-transfer-destination.js';
import { readPayoutCreation } from './payout-creation.schema.js';
import { faultTargetOf, type PayoutRegister } from './payout-register.js';
import { toWirePayout } from './payout.schema.js';

interface PayoutParts {
  readonly merchants: MerchantDirectory;
  readonly payouts: PayoutRegister;
  readonly destinations: DestinationDirectory;
  readonly faults: FaultShelf;
}

export function payoutRoutes(parts: PayoutParts): Route[] {
  const { merchants } = parts;
  return [
    {
      method: 'post',
      path: '/v1/payouts',
      booked: true,
      respond: (call) =>
        asMerchant({ merchants, call, respond: (merchant) => createPayout({ parts, call, merchant }) }),
    },
    {
      method: 'get',
      path: '/v1/payouts/services',
      booked: true,
      respond: (call) => asMerchant({ merchants, call, respond: () => listServices(parts) }),
    },
    {
      method: 'get',
      path: '/v1/payouts/banks',
      booked: true,
      respond: (call) => asMerchant({ merchants, call, respond: () => listBanks(call) }),
    },
    {
      // Registered after the lists, because this route would treat their paths as payout ids.
      method: 'get',
      path: '/v1/payouts/{payoutId}',
      booked: true,
      respond: (call) => asMerchant({ merchants, call, respond: (merchant) => readPayout({ parts, call, merchant }) }),
    },
  ];
}

async function createPayout({
  parts: { payouts, destinations, faults },
  call,
  merchant: { merchantId },
}: {
  parts: PayoutParts;
  call: Call;
  merchant: Merchant;
}): Promise<Answer> {
  const request = readPayoutCreation(await call.readJsonBody());
  if ('problem' in request) return problemAnswer(request.problem);

  const { creation } = request;
  const problem = destinations.problemOf({ ...creation, serviceId: creation.serviceId ?? null });
  if (problem !== null) return problemAnswer(problem);

  // There must be no await between here and the booking, or two payouts could spend the same balance.
  const payout = payouts.draft({ merchantId, creation, receivedAt: call.receivedAt });
  if (!payouts.isCovered(payout)) return refusalAnswer({ status: 422, message: 'insufficient balance' });
  const echo = toWirePayout(payout);
  const rule = faults.take({ on: 'createPayout', target: faultTargetOf(payout) });
  if (rule === null) {
    await payouts.create(payout);
    return jsonAnswer({ status: 201, body: echo });
  }

  call.visit.fault = rule.fault;
  if (isAccepted(rule)) await payouts.create(payout);
  if (rule.fault === 'webhookBeforeAnswer') {
    const outcome = await payouts.step({ payoutId: payout.id, step: 'complete', cause: 'fault' });
    if (outcome.kind === 'moved') await outcome.webhookCalled;
  }
  return faultyCreateAnswer({ rule, echo, otherId: otherPayoutId({ payouts, payoutId: payout.id }) });
}

function readPayout({
  parts: { payouts, faults },
  call,
  merchant,
}: {
  parts: PayoutParts;
  call: Call;
  merchant: Merchant;
}): Answer {
  const payout = payouts.find(call.param('payoutId'))?.payout;
  if (payout?.merchantId !== merchant.merchantId) {
    return refusalAnswer({ status: 404, message: 'The merchant has no such payout.' });
  }
  const echo = toWirePayout(payout);
  const rule = faults.take({ on: 'readPayout', target: faultTargetOf(payout) });
  if (rule === null) return jsonAnswer({ status: 200, body: echo });
  call.visit.fault = rule.fault;
  return faultyReadAnswer({ rule, echo, otherId: otherPayoutId({ payouts, payoutId: payout.id }) });
}

function listServices({ destinations }: PayoutParts): Answer {
  return jsonAnswer({ status: 200, body: destinations.services() });
}

/** Lists every bank for every number, because the recipient chooses the bank. */
function listBanks({ query }: Call): Answer {
  return isRussianPhone(query('account') ?? '')
    ? jsonAnswer({ status: 200, body: phoneTransferBanks })
    : refusalAnswer({ status: 422, message: 'account: must be a mobile phone number of Russia', field: 'account' });
}

/** Returns the id of the newest other payout. A wrong id is most dangerous if it can be read back. */
function otherPayoutId({ payouts, payoutId }: { payouts: PayoutRegister; payoutId: string }): string {
  return payouts.list().findLast(({ payout }) => payout.id !== payoutId)?.payout.id ?? randomUUID();
}
