import { findUnstorableText } from '../../../common/text/stored-text.js';

export const MAX_NOTE_LENGTH = 500;

export interface PayoutTextProblem {
  readonly code: 'TEXT_INVALID';
  readonly field: readonly string[];
  readonly message: string;
}

/** What is wrong with a text that a caller gives with a payout: none, or one problem. A text that is left out is fine. */
export function judgePayoutText(field: string, text: string | null, maxLength: number): PayoutTextProblem[] {
  if (text === null) return [];
  const problem = findUnstorableText(text, maxLength);
  return problem === null ? [] : [{ code: 'TEXT_INVALID', field: [field], message: `${field} ${problem}` }];
}
