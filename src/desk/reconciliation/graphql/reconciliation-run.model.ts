import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { ReconciliationRun, ReconciliationStatus, ReconciliationTrigger } from '../domain/reconciliation-run.js';

const ReconciliationTriggerEnum = describedEnum<ReconciliationTrigger>({
  name: 'ReconciliationTrigger',
  description: 'What started a reconciliation run.',
  values: { SCHEDULE: 'The schedule started the run.', REQUEST: 'A person requested the run.' },
});

const ReconciliationStatusEnum = describedEnum<ReconciliationStatus>({
  name: 'ReconciliationStatus',
  description: 'State of a reconciliation run.',
  values: { RUNNING: 'The run is in progress, and its figures are still growing.', DONE: 'The run has ended.' },
});

@ObjectType('ReconciliationRun', {
  description: 'A reconciliation run, which reads back the payouts of one account.',
})
export class ReconciliationRunModel {
  @Field(() => ID, { description: "Purser's id for the run." })
  id: string;

  @Field(() => AccountModel, { name: 'account', description: 'The merchant account.' })
  accountId: string;

  @Field(() => ReconciliationTriggerEnum, { description: 'What started the run.' })
  trigger: ReconciliationTrigger;

  @Field(() => ActorModel, { nullable: true, description: 'Who requested the run; null if it was scheduled.' })
  requestedBy: string | null;

  @Field(() => ReconciliationStatusEnum, { description: 'State of the run.' })
  status: ReconciliationStatus;

  @Field(() => Int, { description: 'Number of payouts to read back.' })
  payouts: number;

  @Field(() => Int, { description: 'Number of payouts read back so far.' })
  checked: number;

  @Field(() => Int, { description: 'Number of payouts whose status has changed so far.' })
  changed: number;

  @Field(() => Int, {
    description: 'Number of discrepancies about these payouts that were opened since the run started.',
  })
  discrepancies: number;

  @Field(() => Int, {
    description:
      'Number of payouts that could not be read back, or that contradicted Purser in a way that a second read-back could not confirm.',
  })
  errors: number;

  @Field(() => DateTimeScalar, { description: 'When the run started.' })
  startedAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the run ended; null while it is in progress.' })
  finishedAt: Date | null;

  @Field(() => Int, { nullable: true, description: 'Duration in seconds; null while the run is in progress.' })
  durationSeconds: number | null;
}

export const ReconciliationRunConnectionModel = createConnectionType(ReconciliationRunModel, 'ReconciliationRun');

export function toReconciliationRunModel(run: ReconciliationRun): ReconciliationRunModel {
  const { startedAt, finishedAt } = run;
  const tookMs = finishedAt && finishedAt.getTime() - startedAt.getTime();
  return {
    id: run.id,
    accountId: run.accountId,
    trigger: run.trigger,
    requestedBy: run.requestedBy,
    status: run.status,
    payouts: run.payouts,
    checked: run.checked,
    changed: run.changed,
    discrepancies: run.discrepancies,
    errors: run.errors,
    startedAt,
    finishedAt,
    durationSeconds: tookMs === null ? null : Math.round(tookMs / 1_000),
  };
}
