import { malformedH2hAnswer } from '../faults/malformed-h2h-answers.js';
import { faultyStatusAnswer } from '../faults/read-answers.js';
import { type Answer, jsonAnswer } from '../http/answer.js';
import type { Call, Route } from '../http/route.js';
import { asMerchant } from '../merchants/merchant-access.js';
import type { MerchantDirectory } from '../merchants/merchant-directory.js';
import { submitCard } from './card-submission.js';
import { submitCode } from './code-submission.js';
import { type H2hCall, type H2hParts, noCardYet, ownOrder, refusedTerminal, unknownOrder } from './h2h-access.js';
import { currentStage } from './h2h-session-view.js';

export function h2hRoutes(parts: H2hParts & { readonly merchants: MerchantDirectory }): Route[] {
  const answering = (respond: (request: H2hCall) => Promise<Answer>) => (call: Call) =>
    asMerchant({ merchants: parts.merchants, call, respond: (merchant) => respond({ parts, call, merchant }) });
  return [
    { method: 'post', path: '/v1/orders/{orderId}/h2h/card', booked: true, respond: answering(submitCard) },
    { method: 'get', path: '/v1/orders/{orderId}/h2h/status', booked: true, respond: answering(readStatus) },
    { method: 'post', path: '/v1/orders/{orderId}/h2h/code', booked: true, respond: answering(submitCode) },
  ];
}

/** Answers with the current stage and moves the session on. A stage is shown only once unless it stays. */
async function readStatus(request: H2hCall): Promise<Answer> {
  const booked = ownOrder(request);
  if (booked === null) return unknownOrder;
  const refusedAtAll = refusedTerminal(request);
  if (refusedAtAll !== null) return refusedAtAll;
  const stage = currentStage(booked);
  if (stage === null) return noCardYet;

  const { parts, call } = request;
  const { isSmsRequired, status } = stage;
  const echo = { isSmsRequired, status };
  const rule = parts.faults.take({ on: 'readH2hStatus', target: booked.order });
  // A fault that hides the stage must not use it up, or the merchant would never see it.
  if (rule === null || rule.fault === 'answerSlowly') await parts.h2h.read(booked);
  if (rule === null) return jsonAnswer({ status: 200, body: echo });
  call.visit.fault = rule.fault;
  return rule.fault === 'malformedAnswer'
    ? malformedH2hAnswer({ variant: rule.variant, echo })
    : faultyStatusAnswer({ rule, echo });
}
