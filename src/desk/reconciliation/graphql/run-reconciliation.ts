import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { RunReconciliationResult } from '../reconciliation-runs.service.js';
import { ReconciliationRunModel, toReconciliationRunModel } from './reconciliation-run.model.js';

@InputType('RunReconciliationInput', { description: 'The account whose payouts to reconcile.' })
export class RunReconciliationInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; by default the one from the configuration.' })
  @Id()
  accountId?: string | null;
}

@ObjectType('RunReconciliationPayload', {
  description: 'The run in progress, and the problems with the request.',
})
export class RunReconciliationPayload extends mutationPayload('RunReconciliation', {
  description: 'Why no reconciliation run was started.',
  values: { ACCOUNT_NOT_FOUND: 'There is no such merchant account.' },
}) {
  @Field(() => ReconciliationRunModel, {
    nullable: true,
    description: 'The run in progress, whether new or not.',
  })
  run: ReconciliationRunModel | null;

  @Field(() => Boolean, { description: 'Whether this call started the run; false if a run was already in progress.' })
  isNew: boolean;
}

export function toRunReconciliationPayload({ run, isNew, refusal }: RunReconciliationResult): RunReconciliationPayload {
  return {
    run: run && toReconciliationRunModel(run),
    isNew,
    userErrors: toUserErrors(refusal, 'accountId'),
  };
}
