import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { RunReconciliationResult } from '../reconciliation-runs.service.js';
import { ReconciliationRunModel, toReconciliationRunModel } from './reconciliation-run.model.js';

@InputType('RunReconciliationInput', { description: 'Whose payouts are to be reconciled.' })
export class RunReconciliationInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  @Id()
  accountId?: string | null;
}

@ObjectType('RunReconciliationPayload', {
  description: 'The run that is under way, and the problems with the request.',
})
export class RunReconciliationPayload extends mutationPayload('RunReconciliation', {
  description: 'Why no reconciliation run was begun.',
  values: { ACCOUNT_NOT_FOUND: 'There is no such merchant account.' },
}) {
  @Field(() => ReconciliationRunModel, {
    nullable: true,
    description: 'The run that is on now: the one that was begun, or the one that was on already.',
  })
  run: ReconciliationRunModel | null;

  @Field(() => Boolean, { description: 'Whether it was begun now; false when one was on already.' })
  isNew: boolean;
}

export function toRunReconciliationPayload({ run, isNew, refusal }: RunReconciliationResult): RunReconciliationPayload {
  return {
    run: run && toReconciliationRunModel(run),
    isNew,
    userErrors: toUserErrors(refusal, 'accountId'),
  };
}
