import type { BindingReason } from '../../core/domain/attempt-reason.js';

export type EvidenceKind =
  | BindingReason
  /** An unusable answer that named a provider id. It decides nothing. */
  | 'RESPONSE_UNUSABLE'
  /** Two people found that the provider does not have the payout. */
  | 'OPERATORS_CLOSED'
  /** Proof that the payout was paid a second time. */
  | 'DUPLICATE'
  /** Proof that the bound provider id belongs to another payout. The evidence that bound the id no longer counts. */
  | 'BINDING_DISPROVED';

export interface NewEvidence {
  readonly payoutId: string;
  readonly attemptId: string;
  readonly kind: EvidenceKind;
  readonly providerPayoutId: string | null;
  readonly actorId: string | null;
  /** Contains ids and reasons, never personal data. */
  readonly detail: Readonly<Record<string, string | number | null>>;
}

export interface EvidenceRecord extends NewEvidence {
  readonly occurredAt: Date;
}
