import { z } from 'zod';
import {
  answerDelay,
  location,
  malformedNothingVariants,
  malformedOrderVariants,
  malformedPayoutVariants,
  orderMatch,
  payoutMatch,
  redirectStatus,
  rulesOn,
  serverErrorStatus,
} from './fault-fields.schema.js';

const accepted = z.boolean();

function createFaults<const On extends string, const Variants extends readonly string[], Match extends z.ZodType>({
  on,
  match,
  variants,
  finishes,
}: {
  on: On;
  match: Match;
  variants: Variants;
  finishes: string;
}) {
  const rule = rulesOn({ on, match });
  return z.discriminatedUnion('fault', [
    rule({
      fault: 'answerSlowly',
      does: 'Accepts at once and answers after delayMs.',
      extra: { delayMs: answerDelay },
    }),
    rule({ fault: 'dropAfterAccepting', does: 'Accepts, then drops the connection.', extra: {} }),
    rule({ fault: 'dropBeforeAccepting', does: 'Drops the connection; nothing is taken.', extra: {} }),
    rule({ fault: 'hangAfterAccepting', does: 'Accepts and never answers.', extra: {} }),
    rule({
      fault: 'serverErrorAfterAccepting',
      does: 'Accepts, then answers 5xx with an HTML page.',
      extra: { status: serverErrorStatus },
    }),
    rule({
      fault: 'serverErrorBeforeAccepting',
      does: 'Answers 5xx with an HTML page; nothing is taken.',
      extra: { status: serverErrorStatus },
    }),
    rule({
      fault: 'malformedAnswer',
      does: 'Accepts and answers success with a wrong body.',
      extra: { variant: z.enum(variants) },
    }),
    rule({
      fault: 'refuse',
      does: 'Answers 4xx with a JSON error; nothing is taken.',
      extra: { status: z.int().min(400).max(499).default(422) },
    }),
    rule({
      fault: 'redirect',
      does: 'Answers 3xx to location, with or without having accepted.',
      extra: { status: redirectStatus, location, accepted: accepted.default(false) },
    }),
    rule({ fault: 'tooManyRequests', does: 'Answers 429, with or without having accepted.', extra: { accepted } }),
    rule({ fault: 'conflict', does: 'Answers 409, with or without having accepted.', extra: { accepted } }),
    rule({ fault: 'requestTimeout', does: 'Answers 408, with or without having accepted.', extra: { accepted } }),
    rule({
      fault: 'webhookBeforeAnswer',
      does: `${finishes} and its webhook answered before the answer is sent.`,
      extra: {},
    }),
  ]);
}

export const createOrderFaults = createFaults({
  on: 'createOrder',
  match: orderMatch,
  variants: malformedOrderVariants,
  finishes: 'The order is paid',
});

export const createPayoutFaults = createFaults({
  on: 'createPayout',
  match: payoutMatch,
  variants: malformedPayoutVariants,
  finishes: 'The payout is completed',
});

/** Faults of `POST /v1/orders/{orderId}/h2h/card`. An accepted card plays the script of its number. */
export const submitH2hCardFaults = createFaults({
  on: 'submitH2hCard',
  match: orderMatch,
  variants: malformedOrderVariants,
  finishes: 'The order is paid',
});

/** Faults of `POST /v1/orders/{orderId}/h2h/code`. An accepted code is validated. */
export const submitH2hCodeFaults = createFaults({
  on: 'submitH2hCode',
  match: orderMatch,
  variants: malformedNothingVariants,
  finishes: 'The order is paid',
});
