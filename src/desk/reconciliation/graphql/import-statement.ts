import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar, EndsBefore } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { PERIOD_RULE } from '../domain/statement-period.js';
import type { ImportStatementResult } from '../import-statement.service.js';
import { StatementImportModel, toStatementImportModel } from './statement-import.model.js';

@InputType('StatementPeriodInput', { description: 'The time that a statement covers.' })
export class StatementPeriodInput {
  @Field(() => DateTimeScalar, { description: 'Beginning of the period.' })
  from: Date;

  @Field(() => DateTimeScalar, { description: 'End of the period.' })
  @DomainRule(PERIOD_RULE, 'PERIOD_INVALID')
  @EndsBefore()
  to: Date;
}

@InputType('ImportStatementInput', { description: "A statement of the provider's." })
export class ImportStatementInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  @Id()
  accountId?: string | null;

  @Field(() => String, {
    description:
      'The file as CSV text with a line of column names: at most 2,000 payouts and 100 kB. Import a longer one in parts.',
  })
  @DomainRule('CSV with a line of column names, 2,000 payouts and 100 kB at most', 'STATEMENT_INVALID')
  csv: string;

  @Field(() => StatementPeriodInput, {
    nullable: true,
    description:
      'The period of which the file has every payout. Completed payouts that were sent in it and that no line names are ' +
      'read back. Cut a longer statement by time, and give each part its own period. Absent compares the lines alone.',
  })
  @Nested(() => StatementPeriodInput)
  period?: StatementPeriodInput | null;
}

@ObjectType('ImportStatementPayload', { description: 'The import of a statement, and the problems with the request.' })
export class ImportStatementPayload extends mutationPayload('ImportStatement', {
  description: 'Why a statement was not imported.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such merchant account.',
    PERIOD_INVALID: 'The period is too short, not over yet, or not that of the file.',
    STATEMENT_INVALID: 'It cannot be read; the message names line and column.',
  },
  listed: 'Problems with the request, up to twenty, each naming line and column; empty on success.',
}) {
  @Field(() => StatementImportModel, {
    nullable: true,
    description: 'The import; null when the statement was refused.',
  })
  statement: StatementImportModel | null;
}

export function toImportStatementPayload({ statement, refusals }: ImportStatementResult): ImportStatementPayload {
  return {
    statement: statement && toStatementImportModel(statement),
    userErrors: toUserErrors(refusals, {
      ACCOUNT_NOT_FOUND: 'accountId',
      STATEMENT_INVALID: 'csv',
      PERIOD_INVALID: 'period',
    }),
  };
}
