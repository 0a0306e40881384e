import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { SetupMark, SetupStepName } from '../domain/setup-steps.js';

@Entity('setup_marks')
@Check(
  'chk_setup_marks_step',
  `step IN ('POLICIES', 'BALANCE', 'ORDER_WEBHOOKS', 'PAYOUT_WEBHOOKS', 'BACKUPS', 'JOURNAL')`,
)
export class SetupMarkEntity implements SetupMark {
  @PrimaryColumn('text')
  step: SetupStepName;

  @Column('text')
  note: string;

  @Column('uuid')
  markedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  markedAt: Date;
}
