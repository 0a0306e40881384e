import { type Answer, jsonAnswer, redirectAnswer, refusalAnswer } from '../http/answer.js';
import type { WireOrder } from '../orders/order.schema.js';
import type { FaultRuleOn } from './fault-rule.schema.js';
import { serverErrorPage, tooManyRequestsAnswer } from './gateway.answers.js';
import { malformedAnswer } from './malformed.answers.js';

type CreateOrderFault = FaultRuleOn<'createOrder'>;

/** Whether the order is created although the answer is faulty. */
export function acceptsOrder(rule: CreateOrderFault): boolean {
  switch (rule.fault) {
    case 'dropBeforeAccepting':
    case 'serverErrorBeforeAccepting':
    case 'refuse':
    case 'redirect':
      return false;
    case 'tooManyRequests':
    case 'conflict':
      return rule.accepted;
    case 'answerSlowly':
    case 'dropAfterAccepting':
    case 'hangAfterAccepting':
    case 'serverErrorAfterAccepting':
    case 'malformedAnswer':
    case 'webhookBeforeAnswer':
      return true;
  }
}

/** The answer to a create request that this fault hits. `order` is what was asked for, created or not. */
export function faultyCreateAnswer({ rule, order }: { rule: CreateOrderFault; order: WireOrder }): Answer {
  switch (rule.fault) {
    case 'answerSlowly':
      return { ...jsonAnswer({ status: 201, body: order }), delayMs: rule.delayMs };
    case 'dropBeforeAccepting':
    case 'dropAfterAccepting':
      return { kind: 'drop' };
    case 'hangAfterAccepting':
      return { kind: 'hang' };
    case 'serverErrorBeforeAccepting':
    case 'serverErrorAfterAccepting':
      return serverErrorPage(rule.status);
    case 'malformedAnswer':
      return malformedAnswer({ variant: rule.variant, status: 201, order });
    case 'refuse':
      return refusalAnswer({ status: rule.status, message: 'The order is refused.' });
    case 'redirect':
      return redirectAnswer({ status: rule.status, location: rule.location });
    case 'tooManyRequests':
      return tooManyRequestsAnswer();
    case 'conflict':
      return refusalAnswer({ status: 409, message: 'The order conflicts with another one.' });
    case 'webhookBeforeAnswer':
      // The order as it was at creation: the older news arrives last, which is what makes this race dangerous.
      return jsonAnswer({ status: 201, body: order });
  }
}
