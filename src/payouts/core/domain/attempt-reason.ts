import type { NotSentReason, UnknownReason } from '../../../provider/port/call-outcome.js';

/** Why an attempt ended as it did: the word of the provider client, our own, or the evidence that bound it. */
export type AttemptReason = NotSentReason | UnknownReason | OwnReason | BindingReason;

/** Why nothing was sent, though the provider could be asked. */
export type HeldBackReason =
  /** The commit of the claim was not acknowledged in time. */
  | 'commit_not_acknowledged'
  /** The journal of sent payouts could not be written. */
  | 'journal_not_written';

type OwnReason =
  | HeldBackReason
  /** The provider refused it. */
  | 'refused'
  /** The provider refused it for lack of balance, so that nothing was paid. */
  | 'balance_refused'
  /** No answer within the deadline of the attempt. */
  | 'deadline'
  /** The id in the answer is that of another payout. */
  | 'id_taken'
  /** The evidence that bound it was disproved. */
  | 'binding_disproved'
  | 'closed_by_two_people';

/** By what an attempt is bound to a payout at the provider. */
export type BindingReason =
  /** The answer itself. */
  | 'RESPONSE'
  /** A read-back that carries the attempt's callback URL. */
  | 'CALLBACK_URL'
  /** A webhook at that URL whose read-back matches. */
  | 'WEBHOOK_AT_TOKEN'
  /** An operator's id that another person confirmed. */
  | 'OPERATOR_BOUND';
