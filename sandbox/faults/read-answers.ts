import { type Answer, jsonAnswer, redirectAnswer, refusalAnswer } from '../http/answer.js';
import type { FaultRuleOn } from './fault-rule.schema.js';
import { conflictAnswer, serverErrorPage, tooManyRequestsAnswer } from './gateway-answers.js';
import { type Echo, malformedAnswer } from './malformed-answers.js';

type ReadFault = FaultRuleOn<'readOrder'> | FaultRuleOn<'readPayout'>;

export function faultyReadAnswer({ rule, echo, otherId }: { rule: ReadFault; echo: Echo; otherId: string }): Answer {
  return rule.fault === 'malformedAnswer'
    ? malformedAnswer({ variant: rule.variant, status: 200, echo, otherId })
    : faultyStatusAnswer({ rule, echo });
}

export function faultyStatusAnswer({
  rule,
  echo,
}: {
  rule: Exclude<ReadFault | FaultRuleOn<'readH2hStatus'>, { fault: 'malformedAnswer' }>;
  echo: { readonly status: string };
}): Answer {
  switch (rule.fault) {
    case 'answerSlowly':
      return { ...jsonAnswer({ status: 200, body: echo }), delayMs: rule.delayMs };
    case 'drop':
      return { kind: 'drop' };
    case 'hang':
      return { kind: 'hang' };
    case 'serverError':
      return serverErrorPage(rule.status);
    case 'redirect':
      return redirectAnswer({ status: rule.status, location: rule.location });
    case 'tooManyRequests':
      return tooManyRequestsAnswer();
    case 'conflict':
      return conflictAnswer();
    case 'notFound':
      return refusalAnswer({ status: 404, message: 'There is nothing with this id.' });
    case 'unknownStatus':
      return jsonAnswer({ status: 200, body: { ...echo, status: rule.word } });
    case 'statusOnly':
      return jsonAnswer({ status: 200, body: { status: echo.status } });
  }
}
