import { findUnstorableText } from '../../../common/text/stored-text.js';

const MAX_REASON_LENGTH = 500;

/** What is wrong with the reason that a person gives for a decision, in a sentence, or null. */
export function findUnsoundReason(reason: string): string | null {
  const problem = findUnstorableText(reason, MAX_REASON_LENGTH);
  return problem === null ? null : `reason ${problem}`;
}
