import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/persistence/account.entity.js';

@Entity('statement_imports')
@Index(['importedAt', 'id'])
@Check('chk_statement_imports_period', '(period_from IS NULL) = (period_to IS NULL)')
@Check('chk_statement_imports_csv_sha256', 'length(csv_sha256) = 32')
export class StatementImportEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey(() => AccountEntity)
  accountId: string;

  @Column('bytea')
  csvSha256: Buffer;

  @Column('uuid')
  importedBy: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  importedAt: Date;

  @Column('integer')
  lines: number;

  @Column('integer')
  matching: number;

  @Column('integer')
  differing: number;

  @Column('integer')
  unknown: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  periodFrom: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  periodTo: Date | null;

  @Column('integer', { default: 0 })
  lacking: number;
}
