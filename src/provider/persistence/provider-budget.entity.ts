import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The token bucket that all replicas share: a single row, rewritten with each lease. */
@Entity('provider_budget')
@Check('chk_provider_budget_tokens', 'tokens >= 0 AND tokens <= 10000')
@Check('chk_provider_budget_last_grant', 'last_grant >= 0')
export class ProviderBudgetEntity {
  @PrimaryColumn('text')
  name: string;

  @Column('double precision')
  tokens: number;

  @Column('integer')
  lastGrant: number;

  @Column('timestamptz')
  refilledAt: Date;

  /** One expiry time per token held for a claim. */
  @Column('timestamptz', { array: true, default: '{}' })
  heldUntil: Date[];
}
