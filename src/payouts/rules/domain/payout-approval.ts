export type VoidedAs = 'CHANGED' | 'WITHDRAWN' | 'DECLINED' | 'EXPIRED' | 'REVOKED';

export interface ApprovalRecord {
  readonly payoutId: string;
  readonly approverId: string;
  readonly approvedAt: Date;
  readonly expiresAt: Date;
  readonly voidedAt: Date | null;
  readonly voidedAs: VoidedAs | null;
}
