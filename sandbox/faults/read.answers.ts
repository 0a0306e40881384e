import { type Answer, jsonAnswer, redirectAnswer } from '../http/answer.js';
import type { FaultRuleOn } from './fault-rule.schema.js';
import { serverErrorPage, tooManyRequestsAnswer } from './gateway.answers.js';
import { type Echo, malformedAnswer } from './malformed.answers.js';

/** The answer to a read of this order or payout that the fault hits. */
export function faultyReadAnswer({
  rule,
  echo,
  otherId,
}: {
  rule: FaultRuleOn<'readOrder'> | FaultRuleOn<'readPayout'>;
  echo: Echo;
  otherId: string;
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
    case 'malformedAnswer':
      return malformedAnswer({ variant: rule.variant, status: 200, echo, otherId });
    case 'redirect':
      return redirectAnswer({ status: rule.status, location: rule.location });
    case 'tooManyRequests':
      return tooManyRequestsAnswer();
    case 'unknownStatus':
      return jsonAnswer({ status: 200, body: { ...echo, status: rule.word } });
    case 'statusOnly':
      return jsonAnswer({ status: 200, body: { status: echo.status } });
  }
}
