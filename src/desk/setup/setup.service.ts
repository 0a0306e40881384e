import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { CurrentAuthority } from '../../access/authority/current-authority.js';
import type { Refusal } from '../../common/refusal.js';
import { Config } from '../../platform/config/config.js';
import { READS } from '../../platform/database/api-reads.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AuditLog } from '../audit/audit-log.js';
import { canBeMarked, type SetupStep, type SetupStepName, toSetupSteps } from './domain/setup-steps.js';
import { SetupFactsQuery } from './persistence/setup-facts.sql.js';
import { SetupMarkEntity } from './persistence/setup-mark.entity.js';

interface Marking {
  readonly step: SetupStepName;
  /** False removes an earlier mark. */
  readonly isDone: boolean;
  readonly note: string;
  readonly markedBy: string;
}

/** Says which steps remain before the first real payment. */
@Injectable()
export class SetupService {
  constructor(
    private readonly config: Config,
    private readonly facts: SetupFactsQuery,
    @InjectRepository(SetupMarkEntity, READS) private readonly marks: Repository<SetupMarkEntity>,
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: CurrentAuthority,
    private readonly audit: AuditLog,
  ) {}

  async steps(): Promise<readonly SetupStep[]> {
    const [stored, marks] = await Promise.all([this.facts.read(), this.marks.find()]);
    return toSetupSteps({ ...stored, JOURNAL: this.config.payouts.journalFile !== null }, marks);
  }

  /** Records a person's word that a step is done, or takes it back. Returns why it did not; null if it did. */
  async mark({ step, isDone, note, markedBy }: Marking): Promise<Refusal<'CANNOT_BE_MARKED'> | null> {
    if (!canBeMarked(step)) {
      return { code: 'CANNOT_BE_MARKED', message: 'Purser sees this step itself, so nobody can mark it.' };
    }
    await this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      const marks = tx.repository(SetupMarkEntity);
      if (isDone) await marks.save({ step, note, markedBy, markedAt: new Date() });
      else await marks.delete({ step });
      const action = isDone ? 'setup_step.marked' : 'setup_step.unmarked';
      const subject = { subjectType: 'SETUP_STEP', subjectId: null, before: null, after: { step } };
      await this.audit.record(tx, { action, ...subject, reason: note });
    });
    return null;
  }
}
