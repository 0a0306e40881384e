import { afterLastWrong, type CodeRules, rightCode, WRONG_CODES_ALLOWED } from '../cards/test-card.table.js';
import type { H2hStage } from './h2h-stage.schema.js';

export function validateCode({ rules, code, earlierWrong }: { rules: CodeRules; code: string; earlierWrong: number }): {
  outcome: 'right' | 'wrong';
  stages: readonly H2hStage[];
} {
  if (isRight({ rules, code, earlierWrong })) return { outcome: 'right', stages: rules.afterRight };
  const isLast = earlierWrong + 1 >= WRONG_CODES_ALLOWED;
  return { outcome: 'wrong', stages: isLast ? afterLastWrong : rules.afterWrong };
}

function isRight({ rules, code, earlierWrong }: { rules: CodeRules; code: string; earlierWrong: number }): boolean {
  switch (rules.right) {
    case 'theRightOne':
      return code === rightCode;
    case 'theRightOneButNotFirst':
      return code === rightCode && earlierWrong > 0;
    case 'none':
      return false;
  }
}
