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
  values: { SCHEDULE: 'Its time had come.', REQUEST: 'A person asked for it.' },
});

const ReconciliationStatusEnum = describedEnum<ReconciliationStatus>({
  name: 'ReconciliationStatus',
  description: 'How far a reconciliation run is.',
  values: { RUNNING: 'It is on; its figures grow.', DONE: 'It is over.' },
});

@ObjectType('ReconciliationRun', {
  description: "A look at an account's payouts that may differ from what the provider has.",
})
export class ReconciliationRunModel {
  @Field(() => ID, { description: "Purser's id of the run." })
  id: string;

  @Field(() => AccountModel, { name: 'account', description: 'The merchant account.' })
  accountId: string;

  @Field(() => ReconciliationTriggerEnum, { description: 'Trigger of the run.' })
  trigger: ReconciliationTrigger;

  @Field(() => ActorModel, { nullable: true, description: 'Who asked for it; null for one of the schedule.' })
  requestedBy: string | null;

  @Field(() => ReconciliationStatusEnum, { description: 'How far it is.' })
  status: ReconciliationStatus;

  @Field(() => Int, { description: 'How many payouts it looks at.' })
  payouts: number;

  @Field(() => Int, { description: 'How many of them were read back so far.' })
  checked: number;

  @Field(() => Int, { description: 'How many of them have changed their status by it so far.' })
  changed: number;

  @Field(() => Int, { description: 'How many discrepancies were opened about them since it began.' })
  discrepancies: number;

  @Field(() => Int, { description: 'How many could not be read back, or whose contradiction could not be confirmed.' })
  errors: number;

  @Field(() => DateTimeScalar, { description: 'When it began.' })
  startedAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was over; null while it is on.' })
  finishedAt: Date | null;

  @Field(() => Int, { nullable: true, description: 'How long it took, in seconds; null while it is on.' })
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
