import type { BindingReason } from '../../core/domain/attempt-reason.js';

export type EvidenceKind =
  | BindingReason
  /** An unusable answer that named an id. It decides nothing. */
  | 'RESPONSE_UNUSABLE'
  /** Two people found that the provider does not have it. */
  | 'OPERATORS_CLOSED'
  /** Proof that a second payout was paid. */
  | 'DUPLICATE'
  /** Proof that the bound id belongs to another payout. The evidence that bound it no longer counts. */
  | 'BINDING_DISPROVED';

export interface NewEvidence {
  readonly payoutId: string;
  readonly attemptId: string;
  readonly kind: EvidenceKind;
  readonly providerPayoutId: string | null;
  readonly actorId: string | null;
  /** Ids and reasons, never personal data. */
  readonly detail: Readonly<Record<string, string | number | null>>;
}

export interface EvidenceRecord extends NewEvidence {
  readonly occurredAt: Date;
}
