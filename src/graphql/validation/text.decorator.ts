import { findUnstorableText } from '../../common/text/stored-text.js';
import { ruleDecorator } from './field-rule.js';

// One line of a list, or a sentence or two.
const MAX_REASON_LENGTH = 500;

/** A text that people will read: printable, 1 to `max` characters, no space at either end, no card number. */
export function Text({ max, code }: { readonly max: number; readonly code: string }): PropertyDecorator {
  return ruleDecorator<string>(
    {
      name: 'text',
      about: `1 to ${max} printable characters, no space at either end, no card number`,
      findProblem: (text) => findUnstorableText(text, max),
    },
    code,
  );
}

/** Why somebody did something, as the audit log keeps it. */
export const Reason = (): PropertyDecorator => Text({ max: MAX_REASON_LENGTH, code: 'REASON_INVALID' });
