import type { PayoutEntity } from './persistence/payout.entity.js';

/** What stands in the way, as a word for programs and a sentence for people. */
export interface Refusal<Code extends string> {
  readonly code: Code;
  readonly message: string;
}

/** What became of an operation on one payout. */
export interface PayoutOperationResult<Code extends string> {
  /** The payout as it is now; null when there is none. */
  readonly payout: PayoutEntity | null;
  readonly refusal: Refusal<Code> | null;
}
