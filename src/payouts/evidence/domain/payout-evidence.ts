import type { BindingReason } from '../../core/domain/attempt-reason.js';

export type EvidenceKind =
  | BindingReason
  /** An answer that could not be used, and the id it named: it decides nothing. */
  | 'RESPONSE_UNUSABLE'
  /** Two people found it not to be there. */
  | 'OPERATORS_CLOSED'
  /** Proof that a second one was paid. */
  | 'DUPLICATE'
  /** Proof that the id it was bound to is another payout's; what bound it counts no more. */
  | 'BINDING_DISPROVED';

export interface NewEvidence {
  readonly payoutId: string;
  readonly attemptId: string;
  readonly kind: EvidenceKind;
  readonly providerPayoutId: string | null;
  /** The API key of the person; null for evidence that speaks for itself. */
  readonly actorId: string | null;
  /** Ids and words; never personal data. */
  readonly detail: Readonly<Record<string, string | number | null>>;
}

export interface EvidenceRecord extends NewEvidence {
  readonly occurredAt: Date;
}
