import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import type { Call, Route } from '../http/route.js';
import { isBangladesh } from '../payouts/destinations/bangladesh-destination.js';
import type { PayoutRegister, PayoutStep } from '../payouts/payout-register.js';
import { viewPayout } from './book-view.js';

const controlSteps = ['process', 'complete', 'fail', 'cancel', 'expire'] as const satisfies readonly PayoutStep[];

/** Shows and moves payouts, as the provider's operator does. Moving a completed payout corrects it. */
export function payoutControlRoutes({ payouts }: { payouts: PayoutRegister }): Route[] {
  return [
    { method: 'get', path: '/control/payouts', booked: false, respond: (call) => list({ payouts, call }) },
    {
      method: 'get',
      path: '/control/payouts/{payoutId}',
      booked: false,
      respond: ({ param }) => show({ payouts, payoutId: param('payoutId') }),
    },
    ...controlSteps.map((step): Route => ({
      method: 'post',
      path: `/control/payouts/{payoutId}/${step}`,
      booked: false,
      respond: async ({ param }) => {
        const payoutId = param('payoutId');
        const outcome = await payouts.step({ payoutId, step, cause: 'control' });
        return outcome.kind === 'refused'
          ? refusalAnswer({ status: 409, message: `A payout that is ${outcome.from} cannot become ${outcome.to}.` })
          : show({ payouts, payoutId });
      },
    })),
    {
      method: 'post',
      path: '/control/payouts/{payoutId}/webhook',
      booked: false,
      respond: ({ param }) => announce({ payouts, payoutId: param('payoutId') }),
    },
  ];
}

/** Lists the payouts whose fields equal the query's parameters, so that a checker can find one among thousands. */
function list({ payouts, call: { query } }: { payouts: PayoutRegister; call: Call }): Answer {
  const wanted = (name: string, value: string | null) => (query(name) ?? value) === value;
  const found = payouts
    .list()
    .filter(({ payout }) => wanted('externalId', payout.externalId) && wanted('status', payout.status));
  return jsonAnswer({ status: 200, body: { payouts: found.map(viewPayout) } });
}

function show({ payouts, payoutId }: { payouts: PayoutRegister; payoutId: string }): Answer {
  const booked = payouts.find(payoutId);
  return booked === null ? unknownPayout : jsonAnswer({ status: 200, body: viewPayout(booked) });
}

async function announce({ payouts, payoutId }: { payouts: PayoutRegister; payoutId: string }): Promise<Answer> {
  const payout = payouts.find(payoutId)?.payout;
  if (payout === undefined) return unknownPayout;
  if (payout.status === 'CREATED' || isBangladesh(payout)) {
    return refusalAnswer({ status: 409, message: 'No webhook tells of this payout and status.' });
  }
  const records = await payouts.announce(payout);
  const ids = records.filter(({ type }) => type === 'webhook.queued').map(({ id }) => id);
  return ids.length === 0
    ? refusalAnswer({ status: 409, message: 'No address for this webhook is set.' })
    : jsonAnswer({ status: 202, body: { ids } });
}

const unknownPayout = refusalAnswer({ status: 404, message: 'There is no such payout.' });
