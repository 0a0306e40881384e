import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import type { RunReconciliationRefusalCode, RunReconciliationResult } from '../reconciliation-runs.service.js';
import { ReconciliationRunModel, toReconciliationRunModel } from './reconciliation-run.model.js';

const RunReconciliationUserError = userErrorType<RunReconciliationRefusalCode>('RunReconciliation', {
  description: 'Why no reconciliation run was begun.',
  values: { ACCOUNT_NOT_FOUND: 'There is no such merchant account.' },
});

@ObjectType('RunReconciliationPayload', {
  description: 'The run that is under way, and the problems with the request.',
})
export class RunReconciliationPayload {
  @Field(() => ReconciliationRunModel, {
    nullable: true,
    description: 'The run that is on now: the one that was begun, or the one that was on already.',
  })
  run: ReconciliationRunModel | null;

  @Field(() => Boolean, { description: 'Whether it was begun now; false when one was on already.' })
  isNew: boolean;

  @Field(() => [RunReconciliationUserError], { description: 'Problems with the request; empty on success.' })
  userErrors: UserErrorWith<RunReconciliationRefusalCode>[];
}

export function toRunReconciliationPayload({ run, isNew, refusal }: RunReconciliationResult): RunReconciliationPayload {
  return {
    run: run && toReconciliationRunModel(run),
    isNew,
    userErrors: refusal ? [{ ...refusal, field: ['input', 'accountId'] }] : [],
  };
}
