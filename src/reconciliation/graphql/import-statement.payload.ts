import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../graphql/user-error.model.js';
import { wordEnum } from '../../graphql/word-enum.js';
import type { ImportStatementRefusalCode, ImportStatementResult } from '../import-statement.service.js';
import { StatementImportModel, toStatementImportModel } from './statement-import.model.js';

const ImportStatementErrorCodeEnum = wordEnum<ImportStatementRefusalCode>({
  name: 'ImportStatementErrorCode',
  description: 'Why a statement was not imported.',
  words: {
    ACCOUNT_NOT_FOUND: 'There is no such merchant account.',
    STATEMENT_INVALID: 'It cannot be read; the message names line and column.',
  },
});

@ObjectType('ImportStatementUserError', {
  implements: () => [UserError],
  description: 'Why importStatement was refused.',
})
export class ImportStatementUserErrorModel extends UserError {
  @Field(() => ImportStatementErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: ImportStatementRefusalCode;
}

@ObjectType('ImportStatementPayload', { description: 'What came of a statement, and what stood in the way.' })
export class ImportStatementPayload {
  @Field(() => StatementImportModel, { nullable: true, description: 'What came of it; null when it was refused.' })
  statement: StatementImportModel | null;

  @Field(() => [ImportStatementUserErrorModel], {
    description: 'Expected refusals, up to twenty, each naming line and column; empty when it was imported.',
  })
  userErrors: ImportStatementUserErrorModel[];
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
