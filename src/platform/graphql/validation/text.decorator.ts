import { findUnsoundText } from '../../../common/text/sound-text.js';
import { findUnstorableText } from '../../../common/text/stored-text.js';
import { ruleDecorator } from './field-rule.js';

// A sentence or two.
const MAX_REASON_LENGTH = 500;

interface TextBounds {
  readonly max: number;
  readonly code: string;
  /** A separate code for a text that contains a card number. */
  readonly cardCode?: string;
}

/** A field with text for people: printable, 1 to `max` characters long, without outer spaces or card numbers. */
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

/** A field with a search text. Rejects NUL, which PostgreSQL cannot store, so that nothing could match it. */
export const SearchedText = (): PropertyDecorator =>
  ruleDecorator<string>({
    name: 'searchedText',
    about: 'without a NUL character',
    findProblem: (text) => (text.includes('\0') ? 'must not contain a NUL character' : null),
  });
