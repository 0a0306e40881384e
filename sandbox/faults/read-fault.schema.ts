import { z } from 'zod';
import {
  answerDelay,
  location,
  malformedH2hVariants,
  malformedOrderVariants,
  malformedPayoutVariants,
  orderMatch,
  payoutMatch,
  redirectStatus,
  rulesOn,
  serverErrorStatus,
} from './fault-fields.schema.js';

function readFaults<const On extends string, const Variants extends readonly string[], Match extends z.ZodType>({
  on,
  match,
  variants,
}: {
  on: On;
  match: Match;
  variants: Variants;
}) {
  const rule = rulesOn({ on, match });
  return z.discriminatedUnion('fault', [
    rule({ fault: 'answerSlowly', does: 'Answers after delayMs.', extra: { delayMs: answerDelay } }),
    rule({ fault: 'drop', does: 'Drops the connection.', extra: {} }),
    rule({ fault: 'hang', does: 'Never answers.', extra: {} }),
    rule({ fault: 'serverError', does: 'Answers 5xx with an HTML page.', extra: { status: serverErrorStatus } }),
    rule({
      fault: 'malformedAnswer',
      does: 'Answers 200 with a wrong body.',
      extra: { variant: z.enum(variants) },
    }),
    rule({ fault: 'redirect', does: 'Answers 3xx to location.', extra: { status: redirectStatus, location } }),
    rule({ fault: 'tooManyRequests', does: 'Answers 429.', extra: {} }),
    rule({ fault: 'notFound', does: 'Answers 404, as a read side that is behind the write side.', extra: {} }),
    rule({
      fault: 'unknownStatus',
      does: 'Answers a status word that nobody knows.',
      extra: { word: z.string().min(1).max(100) },
    }),
    rule({ fault: 'statusOnly', does: 'Answers only {"status": …}.', extra: {} }),
  ]);
}

/** Faults of `GET /v1/orders/{orderId}`. The interface documents only the status of its answer. */
export const readOrderFaults = readFaults({ on: 'readOrder', match: orderMatch, variants: malformedOrderVariants });

export const readPayoutFaults = readFaults({ on: 'readPayout', match: payoutMatch, variants: malformedPayoutVariants });

const readH2hStatus = rulesOn({ on: 'readH2hStatus', match: orderMatch });

/**
 * Faults of `GET /v1/orders/{orderId}/h2h/status`. Only a slow answer moves the session on, because the others hide its
 * stage.
 */
export const readH2hStatusFaults = z.discriminatedUnion('fault', [
  ...readFaults({ on: 'readH2hStatus', match: orderMatch, variants: malformedH2hVariants }).options,
  readH2hStatus({ fault: 'conflict', does: 'Answers 409.', extra: {} }),
]);
