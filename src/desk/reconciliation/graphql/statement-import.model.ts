import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { StatementImport } from '../persistence/statement-imports.repository.js';

@ObjectType('StatementImport', {
  description: "A provider statement that was compared with Purser's payouts. The file itself is not stored.",
})
export class StatementImportModel {
  @Field(() => ID, { description: "Purser's id of it." })
  id: string;

  @Field(() => AccountModel, { name: 'account', description: 'The merchant account.' })
  accountId: string;

  @Field(() => ActorModel, { description: 'Who uploaded it.' })
  importedBy: string;

  @Field(() => DateTimeScalar, { description: 'When it was uploaded.' })
  importedAt: Date;

  @Field(() => Int, { description: 'Number of lines.' })
  lines: number;

  @Field(() => Int, { description: 'Number of lines that match Purser exactly.' })
  matching: number;

  @Field(() => Int, { description: 'Number of lines that Purser has with another amount, currency or status.' })
  differing: number;

  @Field(() => Int, { description: 'Number of lines unknown to Purser.' })
  unknown: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Start of the period; null if none was given.' })
  periodFrom: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'End of the period; null if none was given.' })
  periodTo: Date | null;

  @Field(() => Int, { description: 'Number of payouts of the period that are completed in Purser but in no line.' })
  lacking: number;

  @Field(() => Int, {
    description: 'Number of these that the provider shows as completed anyway; each is a discrepancy.',
  })
  notInStatement: number;

  @Field(() => Int, { description: 'Number still to be read back.' })
  pending: number;

  @Field(() => Int, { description: 'Number that the provider has and Purser never made; each is a discrepancy.' })
  unknownPayouts: number;

  @Field(() => Int, { description: 'Number that the provider does not have despite its statement.' })
  absent: number;

  @Field(() => Int, { description: 'Number that could not be read back.' })
  givenUp: number;
}

export const StatementImportConnectionModel = createConnectionType(StatementImportModel, 'StatementImport');

export function toStatementImportModel(statement: StatementImport): StatementImportModel {
  return { ...statement };
}
