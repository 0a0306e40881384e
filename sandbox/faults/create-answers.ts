import { type Answer, type HttpAnswer, jsonAnswer, redirectAnswer, refusalAnswer } from '../http/answer.js';
import type { FaultRuleOn } from './fault-rule.schema.js';
import { conflictAnswer, serverErrorPage, tooManyRequestsAnswer } from './gateway-answers.js';
import { type Echo, malformedAnswer } from './malformed-answers.js';

type CreateFault = FaultRuleOn<'createOrder'> | FaultRuleOn<'createPayout'>;
type ChangeFault = CreateFault | FaultRuleOn<'submitH2hCard'> | FaultRuleOn<'submitH2hCode'>;

/** Whether the request is carried out despite the faulty answer. */
export function isAccepted(rule: ChangeFault): boolean {
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

/** Builds the faulty answer to a create request. `echo` is the requested object, created or not. */
export function faultyCreateAnswer({
  rule,
  echo,
  otherId,
}: {
  rule: CreateFault;
  echo: Echo;
  otherId: string;
}): Answer {
  return rule.fault === 'malformedAnswer'
    ? malformedAnswer({ variant: rule.variant, status: 201, echo, otherId })
    : faultyChangeAnswer({ rule, right: jsonAnswer({ status: 201, body: echo }) });
}

/** Builds the faulty answer to a change; `right` is the correct answer. */
export function faultyChangeAnswer({
  rule,
  right,
}: {
  rule: Exclude<ChangeFault, { fault: 'malformedAnswer' }>;
  right: HttpAnswer;
}): Answer {
  switch (rule.fault) {
    case 'answerSlowly':
      return { ...right, delayMs: rule.delayMs };
    case 'dropBeforeAccepting':
    case 'dropAfterAccepting':
      return { kind: 'drop' };
    case 'hangAfterAccepting':
      return { kind: 'hang' };
    case 'serverErrorBeforeAccepting':
    case 'serverErrorAfterAccepting':
      return serverErrorPage(rule.status);
    case 'refuse':
      return refusalAnswer({ status: rule.status, message: 'The request is refused.' });
    case 'redirect':
      return redirectAnswer({ status: rule.status, location: rule.location });
    case 'tooManyRequests':
      return tooManyRequestsAnswer();
    case 'conflict':
      return conflictAnswer();
    case 'requestTimeout':
      return refusalAnswer({ status: 408, message: 'The request took too long.' });
    case 'webhookBeforeAnswer':
      // The answer still shows the first state, so the older state arrives last, which makes this race dangerous.
      return right;
  }
}
