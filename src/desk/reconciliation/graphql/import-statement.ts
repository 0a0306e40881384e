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
  @Field(() => ID, { nullable: true, description: 'The merchant account; by default the one from the configuration.' })
  @Id()
  accountId?: string | null;

  @Field(() => String, {
    description:
      'The file as CSV text with a header line: at most 2,000 payouts and 100 kB. Import a longer file in parts.',
  })
  @DomainRule('CSV with a line of column names, 2,000 payouts and 100 kB at most', 'STATEMENT_INVALID')
  csv: string;

  @Field(() => StatementPeriodInput, {
    nullable: true,
    description:
      'The period that the file covers completely. Purser reads back completed payouts that were sent in this period but are not in the file. Split a longer statement by time, and give each part its own period. If absent, only the lines are compared.',
  })
  @Nested(() => StatementPeriodInput)
  period?: StatementPeriodInput | null;
}

@ObjectType('ImportStatementPayload', { description: 'The statement import, and the problems with the request.' })
export class ImportStatementPayload extends mutationPayload('ImportStatement', {
  description: 'Why a statement was not imported.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such merchant account.',
    PERIOD_INVALID: 'The period is too short, is not over yet, or does not match the file.',
    STATEMENT_INVALID: 'The statement cannot be read; the message names the line and the column.',
  },
  listed: 'At most twenty problems with the request, each naming the line and the column; empty on success.',
}) {
  @Field(() => StatementImportModel, {
    nullable: true,
    description: 'The import; null if the request was refused.',
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
