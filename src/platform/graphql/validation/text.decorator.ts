import { findUnsoundText } from '../../../common/text/sound-text.js';
import { findUnstorableText } from '../../../common/text/stored-text.js';
import { ruleDecorator } from './field-rule.js';

// One line of a list, or a sentence or two.
const MAX_REASON_LENGTH = 500;

interface TextBounds {
  readonly max: number;
  readonly code: string;
  /** A code of its own for a card number. */
  readonly cardCode?: string;
}

/** A text for people: printable, 1 to `max` characters, without outer spaces and card numbers. */
export function Text({ max, code, cardCode = code }: TextBounds): PropertyDecorator {
  return ruleDecorator<string>(
    {
      name: 'text',
      about: `1 to ${max} printable characters, no space at either end, no card number`,
      findProblem: (text) => findUnstorableText(text, max),
      codeOf: (text) => (findUnsoundText(text, max) === null ? cardCode : code),
    },
    ...new Set([code, cardCode]),
  );
}

export const Reason = (): PropertyDecorator => Text({ max: MAX_REASON_LENGTH, code: 'REASON_INVALID' });

/** A search text. PostgreSQL's text contains no NUL, so nothing could match one. */
export const SearchedText = (): PropertyDecorator =>
  ruleDecorator<string>({
    name: 'searchedText',
    about: 'without a NUL character',
    findProblem: (text) => (text.includes('\0') ? 'must not contain a NUL character' : null),
  });
