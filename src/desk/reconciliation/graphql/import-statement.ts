import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar, EndsBefore } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { PERIOD_RULE } from '../domain/statement-period.js';
import type { ImportStatementResult } from '../import-statement.service.js';
import { StatementImportModel, toStatementImportModel } from './statement-import.model.js';

@InputType('StatementPeriodInput', { description: 'The period that a statement covers.' })
export class StatementPeriodInput {
  @Field(() => DateTimeScalar, { description: 'Start of the period.' })
  from: Date;

  @Field(() => DateTimeScalar, { description: 'End of the period.' })
  @DomainRule(PERIOD_RULE, 'PERIOD_INVALID')
  @EndsBefore()
  to: Date;
}

@InputType('ImportStatementInput', { description: 'A provider statement.' })
export class ImportStatementInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; by default the configured one.' })
  @Id()
  accountId?: string | null;

  @Field(() => String, {
    description:
      'The file as CSV text with a header line: at most 2,000 payouts and 100 kB. Import a longer one in parts.',
  })
  @DomainRule('CSV with a line of column names, 2,000 payouts and 100 kB at most', 'STATEMENT_INVALID')
  csv: string;

  @Field(() => StatementPeriodInput, {
    nullable: true,
    description:
      'The period that the file covers completely. Purser reads back completed payouts that were sent in it' +
      ' and that no line names. Split a longer statement by time, with a period for each part. If absent, ' +
      'only the lines are compared.',
  })
  @Nested(() => StatementPeriodInput)
  period?: StatementPeriodInput | null;
}

@ObjectType('ImportStatementPayload', { description: 'The import of a statement, and the problems with the request.' })
export class ImportStatementPayload extends mutationPayload('ImportStatement', {
  description: 'Why a statement was not imported.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such merchant account.',
    PERIOD_INVALID: "The period is too short, not over yet, or not the file's.",
    STATEMENT_INVALID: 'The statement cannot be read; the message names line and column.',
  },
  listed: 'Problems with the request, up to twenty, each naming line and column; empty on success.',
}) {
  @Field(() => StatementImportModel, {
    nullable: true,
    description: 'The import; null if refused.',
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
