import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { DomainRule } from '../../graphql/validation/domain-rule.decorator.js';
import { Id } from '../../graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../graphql/user-error.model.js';
import type { ImportStatementResult } from '../import-statement.service.js';
import { StatementImportModel, toStatementImportModel } from './statement-import.model.js';

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
}

@ObjectType('ImportStatementPayload', { description: 'The import of a statement, and the problems with the request.' })
export class ImportStatementPayload extends mutationPayload('ImportStatement', {
  description: 'Why a statement was not imported.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such merchant account.',
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
    userErrors: toUserErrors(refusals, { ACCOUNT_NOT_FOUND: 'accountId', STATEMENT_INVALID: 'csv' }),
  };
}
