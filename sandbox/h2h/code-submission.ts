import { faultyChangeAnswer, isAccepted } from '../faults/create-answers.js';
import { malformedH2hAnswer } from '../faults/malformed-h2h-answers.js';
import type { BookedOrder } from '../book/order-shelf.js';
import { type Answer, type HttpAnswer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import { type H2hCall, noCardYet, ownOrder, refusedTerminal, unknownOrder } from './h2h-access.js';
import { smsCodeSchema } from './h2h-requests.schema.js';
import { currentStage } from './h2h-session-view.js';

/** The interface documents no body for a successful answer. */
const nothing = {};

/**
 * Accepts an SMS code. The answer is success for right and wrong codes; the session shows the result (interface, Errors
 * 3). Every received code is booked, without the code.
 */
export async function submitCode(request: H2hCall): Promise<Answer> {
  const { parts, call } = request;
  const body = await call.readJson();
  // The order is looked up only now, because its session may have moved on while the body was read.
  const booked = ownOrder(request);
  if (booked === null) return unknownOrder;

  const validated = validate({ request, booked, body });
  if ('refusal' in validated) {
    await parts.h2h.noteCode({ booked, outcome: 'refused' });
    return validated.refusal;
  }

  const rule = parts.faults.take({ on: 'submitH2hCode', target: booked.order });
  if (rule === null || isAccepted(rule)) await parts.h2h.takeCode({ booked, code: validated.code });
  else await parts.h2h.noteCode({ booked, outcome: 'lost' });

  const right = jsonAnswer({ status: 200, body: nothing });
  if (rule === null) return right;
  call.visit.fault = rule.fault;
  if (rule.fault === 'malformedAnswer') return malformedH2hAnswer({ variant: rule.variant, echo: nothing });
  if (rule.fault === 'webhookBeforeAnswer') await parts.register.finishByFault(booked.order.id);
  return faultyChangeAnswer({ rule, right });
}

function validate({
  request,
  booked,
  body,
}: {
  request: H2hCall;
  booked: BookedOrder;
  body: unknown;
}): { code: string } | { refusal: HttpAnswer } {
  const refusedAtAll = refusedTerminal(request);
  if (refusedAtAll !== null) return { refusal: refusedAtAll };
  const stage = currentStage(booked);
  if (stage === null) return { refusal: noCardYet };
  const sent = smsCodeSchema.safeParse(body);
  if (!sent.success) return { refusal: problemAnswer(sent.error) };
  // While the bank checks a code, the flag stays set, but the bank is not asking for another code.
  return stage.isSmsRequired && stage.stays
    ? { code: sent.data.code }
    : { refusal: refusalAnswer({ status: 409, message: 'No code is wanted now.' }) };
}
