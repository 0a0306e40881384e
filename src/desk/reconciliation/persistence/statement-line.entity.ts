import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { StatementLineOutcome } from '../domain/statement-line.js';
import { StatementImportEntity } from './statement-import.entity.js';

/** A line that the provider is asked about; those that match Purser's payouts leave nothing behind. */
@Entity('statement_lines')
@Unique(['importId', 'providerPayoutId'])
@Index(['nextTryAt'], { where: 'next_try_at IS NOT NULL' })
@Check('chk_statement_lines_outcome', `outcome IN ('OURS', 'UNKNOWN_PAYOUT', 'ABSENT', 'GIVEN_UP', 'NOT_IN_STATEMENT')`)
@Check('chk_statement_lines_next_try_at', '(outcome IS NULL) = (next_try_at IS NOT NULL)')
export class StatementLineEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey(() => StatementImportEntity)
  importId: string;

  @Column('uuid')
  providerPayoutId: string;

  /** Whether the statement lacks it, though it is completed here. */
  @Column('boolean', { default: false })
  isLacking: boolean;

  /** Null while the provider is to be asked. */
  @Column('text', { nullable: true })
  outcome: StatementLineOutcome | null;

  @Column('integer', { default: 0 })
  tries: number;

  @Column('timestamptz', { nullable: true })
  nextTryAt: Date | null;
}
