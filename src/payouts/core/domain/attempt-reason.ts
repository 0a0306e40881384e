import type { NotSentReason, UnknownReason } from '../../../provider/port/call-outcome.js';

/**
 * Why an attempt ended: a reason from the provider client, one of Purser's own reasons, or the evidence that bound the
 * attempt.
 */
export type AttemptReason = NotSentReason | UnknownReason | OwnReason | BindingReason;

/** Why Purser sent nothing although the provider was reachable. */
export type HeldBackReason = 'commit_not_acknowledged' | 'journal_not_written';

type OwnReason =
  | HeldBackReason
  | 'refused'
  /** The provider refused because its balance was too low, so nothing was paid. */
  | 'balance_refused'
  | 'deadline'
  /** The id in the provider's answer belongs to another payout. */
  | 'id_taken'
  /** The evidence that bound the attempt was disproved. */
  | 'binding_disproved'
  | 'closed_by_two_people';

/** The evidence that bound an attempt to a provider payout. */
export type BindingReason =
  | 'RESPONSE'
  /** A read-back showed the attempt's callback URL. */
  | 'CALLBACK_URL'
  /** A webhook arrived at the attempt's callback URL, and the read-back matched. */
  | 'WEBHOOK_AT_TOKEN'
  /** One person gave the id and another confirmed it. */
  | 'OPERATOR_BOUND';
