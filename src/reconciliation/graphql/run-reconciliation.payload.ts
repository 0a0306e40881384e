import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../graphql/user-error.model.js';
import { wordEnum } from '../../graphql/word-enum.js';
import type { RunReconciliationRefusalCode, RunReconciliationResult } from '../reconciliation-runs.service.js';
import { ReconciliationRunModel, toReconciliationRunModel } from './reconciliation-run.model.js';

const RunReconciliationErrorCodeEnum = wordEnum<RunReconciliationRefusalCode>({
  name: 'RunReconciliationErrorCode',
  description: 'Why no reconciliation run was begun.',
  words: { ACCOUNT_NOT_FOUND: 'There is no such merchant account.' },
});

@ObjectType('RunReconciliationUserError', {
  implements: () => [UserError],
  description: 'Why runReconciliation was refused.',
})
export class RunReconciliationUserErrorModel extends UserError {
  @Field(() => RunReconciliationErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: RunReconciliationRefusalCode;
}

@ObjectType('RunReconciliationPayload', { description: 'The run that is on, and what stood in the way.' })
export class RunReconciliationPayload {
  @Field(() => ReconciliationRunModel, {
    nullable: true,
    description: 'The run that is on now: the one that was begun, or the one that was on already.',
  })
  run: ReconciliationRunModel | null;

  @Field(() => Boolean, { description: 'Whether it was begun now; false when one was on already.' })
  isNew: boolean;

  @Field(() => [RunReconciliationUserErrorModel], { description: 'Expected refusals; empty when a run is on.' })
  userErrors: RunReconciliationUserErrorModel[];
}

export function toRunReconciliationPayload({ run, isNew, refusal }: RunReconciliationResult): RunReconciliationPayload {
  return {
    run: run && toReconciliationRunModel(run),
    isNew,
    userErrors: refusal ? [{ ...refusal, field: ['input', 'accountId'] }] : [],
  };
}
