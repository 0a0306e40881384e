import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { ReconciliationRun, ReconciliationStatus, ReconciliationTrigger } from '../domain/reconciliation-run.js';

const ReconciliationTriggerEnum = describedEnum<ReconciliationTrigger>({
  name: 'ReconciliationTrigger',
  description: 'Trigger of a reconciliation run.',
  values: { SCHEDULE: 'The schedule started it.', REQUEST: 'A person requested it.' },
});

const ReconciliationStatusEnum = describedEnum<ReconciliationStatus>({
  name: 'ReconciliationStatus',
  description: 'State of a reconciliation run.',
  values: { RUNNING: 'The run is in progress; its figures grow.', DONE: 'The run has ended.' },
});

@ObjectType('ReconciliationRun', {
  description: 'A reconciliation run: reads back the payouts of one account.',
})
export class ReconciliationRunModel {
  @Field(() => ID, { description: "Purser's id of the run." })
  id: string;

  @Field(() => AccountModel, { name: 'account', description: 'The merchant account.' })
  accountId: string;

  @Field(() => ReconciliationTriggerEnum, { description: 'Trigger of the run.' })
  trigger: ReconciliationTrigger;

  @Field(() => ActorModel, { nullable: true, description: 'Person who requested it; null for a scheduled run.' })
  requestedBy: string | null;

  @Field(() => ReconciliationStatusEnum, { description: 'State of the run.' })
  status: ReconciliationStatus;

  @Field(() => Int, { description: 'Number of payouts to read back.' })
  payouts: number;

  @Field(() => Int, { description: 'Number of payouts read back so far.' })
  checked: number;

  @Field(() => Int, { description: 'Number of payouts whose status has changed so far.' })
  changed: number;

  @Field(() => Int, { description: 'Number of discrepancies opened about them since it started.' })
  discrepancies: number;

  @Field(() => Int, {
    description: 'Number that could not be read back, or whose contradiction could not be confirmed.',
  })
  errors: number;

  @Field(() => DateTimeScalar, { description: 'When it started.' })
  startedAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it ended; null while it runs.' })
  finishedAt: Date | null;

  @Field(() => Int, { nullable: true, description: 'Duration in seconds; null while it runs.' })
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
