import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { StatementLineOutcome } from '../domain/statement-line.js';
import { StatementImportEntity } from './statement-import.entity.js';

/** A line whose payout must be read back. Lines that match Purser's payouts are not stored. */
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

  /** Whether the payout is completed here but missing in the statement. */
  @Column('boolean', { default: false })
  isLacking: boolean;

  @Column('text', { nullable: true })
  outcome: StatementLineOutcome | null;

  @Column('integer', { default: 0 })
  tries: number;

  @Column('timestamptz', { nullable: true })
  nextTryAt: Date | null;
}
