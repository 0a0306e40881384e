import { randomUUID } from 'node:crypto';
import type { BookedOrder } from '../book/order-shelf.js';
import { type Card, cardSchema } from '../cards/card.schema.js';
import { maskCard } from '../cards/masked-card.schema.js';
import { testCardOf } from '../cards/test-card.table.js';
import { faultyChangeAnswer, isAccepted } from '../faults/create-answers.js';
import { malformedAnswer } from '../faults/malformed-answers.js';
import { type Answer, type HttpAnswer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import { isFinal } from '../orders/order-status.states.js';
import { toWireOrder } from '../orders/order.schema.js';
import { type H2hCall, ownOrder, refusedTerminal, unknownOrder } from './h2h-access.js';

/** Accepts a card for an order and answers with the order. Every received card is booked, accepted or not. */
export async function submitCard(request: H2hCall): Promise<Answer> {
  const { parts, call } = request;
  const body = await call.readJson();
  // The order is looked up only now, because it may have changed while the body was read.
  const booked = ownOrder(request);
  if (booked === null) return unknownOrder;
  const orderId = booked.order.id;
  const receipt = { orderId, ...maskCard(cardNumberIn(body)) };

  const validated = validate({ request, booked, body });
  if ('refusal' in validated) {
    await parts.h2h.noteCard({ receipt, outcome: 'refused' });
    return validated.refusal;
  }

  const { card } = validated;
  const rule = parts.faults.take({ on: 'submitH2hCard', target: booked.order });
  if (rule === null || isAccepted(rule)) await parts.h2h.takeCard({ receipt, card });
  else await parts.h2h.noteCard({ receipt, outcome: 'lost' });

  const echo = toWireOrder({ order: parts.register.find(orderId)?.order ?? booked.order, baseUrl: parts.baseUrl });
  const right = jsonAnswer({ status: 200, body: echo });
  if (rule === null) return testCardOf(card.cardNumber).losesAnswer === true ? dropped(request) : right;

  call.visit.fault = rule.fault;
  if (rule.fault === 'malformedAnswer') {
    return malformedAnswer({ variant: rule.variant, status: 200, echo, otherId: randomUUID() });
  }
  if (rule.fault === 'webhookBeforeAnswer') await parts.register.finishByFault(orderId);
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
}): { card: Card } | { refusal: HttpAnswer } {
  const refusedAtAll = refusedTerminal(request);
  if (refusedAtAll !== null) return { refusal: refusedAtAll };
  const card = cardSchema.safeParse(body);
  if (!card.success) return { refusal: problemAnswer(card.error) };
  const { order, cards } = booked;
  if (isFinal(order.status)) {
    return { refusal: refusalAnswer({ status: 409, message: `An order that is ${order.status} takes no card.` }) };
  }
  if (cards.some(({ outcome }) => outcome === 'taken')) {
    return { refusal: refusalAnswer({ status: 409, message: 'The order has a card already.' }) };
  }
  if (order.method !== 'page') {
    return { refusal: refusalAnswer({ status: 409, message: `An order by ${order.method} takes no card.` }) };
  }
  return { card: card.data };
}

/** Drops the connection because the card's script says so. The book records it like a fault. */
function dropped({ call }: H2hCall): Answer {
  call.visit.fault = 'answerLost';
  return { kind: 'drop' };
}

function cardNumberIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'cardNumber' in body ? body.cardNumber : null;
}
