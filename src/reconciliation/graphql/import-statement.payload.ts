import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import type { ImportStatementRefusalCode, ImportStatementResult } from '../import-statement.service.js';
import { StatementImportModel, toStatementImportModel } from './statement-import.model.js';

const ImportStatementUserError = userErrorType<ImportStatementRefusalCode>('ImportStatement', {
  description: 'Why a statement was not imported.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such merchant account.',
    STATEMENT_INVALID: 'It cannot be read; the message names line and column.',
  },
});

@ObjectType('ImportStatementPayload', { description: 'The import of a statement, and the problems with the request.' })
export class ImportStatementPayload {
  @Field(() => StatementImportModel, {
    nullable: true,
    description: 'The import; null when the statement was refused.',
  })
  statement: StatementImportModel | null;

  @Field(() => [ImportStatementUserError], {
    description: 'Problems with the request, up to twenty, each naming line and column; empty on success.',
  })
  userErrors: UserErrorWith<ImportStatementRefusalCode>[];
}

export function toImportStatementPayload({ statement, refusals }: ImportStatementResult): ImportStatementPayload {
  return {
    statement: statement && toStatementImportModel(statement),
    userErrors: refusals.map((refusal) => ({
      ...refusal,
      field: ['input', refusal.code === 'ACCOUNT_NOT_FOUND' ? 'accountId' : 'csv'],
    })),
  };
}
