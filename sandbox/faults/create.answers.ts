import { type Answer, jsonAnswer, redirectAnswer, refusalAnswer } from '../http/answer.js';
import type { FaultRuleOn } from './fault-rule.schema.js';
import { serverErrorPage, tooManyRequestsAnswer } from './gateway.answers.js';
import { type Echo, malformedAnswer } from './malformed.answers.js';

type CreateFault = FaultRuleOn<'createOrder'> | FaultRuleOn<'createPayout'>;

/** Whether what was asked for is created although the answer is faulty. */
export function isAccepted(rule: CreateFault): boolean {
  switch (rule.fault) {
    case 'dropBeforeAccepting':
    case 'serverErrorBeforeAccepting':
    case 'refuse':
      return false;
    case 'redirect':
    case 'tooManyRequests':
    case 'conflict':
    case 'requestTimeout':
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

/** The answer to a create request that this fault hits. `echo` is what was asked for, created or not. */
export function faultyCreateAnswer({
  rule,
  echo,
  otherId,
}: {
  rule: CreateFault;
  echo: Echo;
  otherId: string;
}): Answer {
  switch (rule.fault) {
    case 'answerSlowly':
      return { ...jsonAnswer({ status: 201, body: echo }), delayMs: rule.delayMs };
    case 'dropBeforeAccepting':
    case 'dropAfterAccepting':
      return { kind: 'drop' };
    case 'hangAfterAccepting':
      return { kind: 'hang' };
    case 'serverErrorBeforeAccepting':
    case 'serverErrorAfterAccepting':
      return serverErrorPage(rule.status);
    case 'malformedAnswer':
      return malformedAnswer({ variant: rule.variant, status: 201, echo, otherId });
    case 'refuse':
      return refusalAnswer({ status: rule.status, message: 'The request is refused.' });
    case 'redirect':
      return redirectAnswer({ status: rule.status, location: rule.location });
    case 'tooManyRequests':
      return tooManyRequestsAnswer();
    case 'conflict':
      return refusalAnswer({ status: 409, message: 'The request conflicts with another one.' });
    case 'requestTimeout':
      return refusalAnswer({ status: 408, message: 'The request took too long.' });
    case 'webhookBeforeAnswer':
      // As it was at creation: the older news arrives last, which is what makes this race dangerous.
      return jsonAnswer({ status: 201, body: echo });
  }
}
