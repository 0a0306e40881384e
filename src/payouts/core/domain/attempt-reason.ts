import type { NotSentReason, UnknownReason } from '../../../provider/port/call-outcome.js';

/** Why an attempt ended: a reason of the provider client, one of our own, or the evidence that bound it. */
export type AttemptReason = NotSentReason | UnknownReason | OwnReason | BindingReason;

/** Why nothing was sent although the provider was reachable. */
export type HeldBackReason = 'commit_not_acknowledged' | 'journal_not_written';

type OwnReason =
  | HeldBackReason
  | 'refused'
  /** Refused for lack of balance, so nothing was paid. */
  | 'balance_refused'
  | 'deadline'
  /** The id in the answer belongs to another payout. */
  | 'id_taken'
  /** The evidence that bound it was disproved. */
  | 'binding_disproved'
  | 'closed_by_two_people';

/** The evidence that bound an attempt to a provider payout. */
export type BindingReason =
  | 'RESPONSE'
  /** A read-back that carries the attempt's callback URL. */
  | 'CALLBACK_URL'
  /** A webhook at that URL whose read-back matches. */
  | 'WEBHOOK_AT_TOKEN'
  /** An id given by one person and confirmed by another. */
  | 'OPERATOR_BOUND';
