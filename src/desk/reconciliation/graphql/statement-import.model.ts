import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { StatementImport } from '../persistence/statement-imports.repository.js';

@ObjectType('StatementImport', {
  description: "A provider statement that was compared with Purser's payouts. Purser does not store the file itself.",
})
export class StatementImportModel {
  @Field(() => ID, { description: "Purser's id for the import." })
  id: string;

  @Field(() => AccountModel, { name: 'account', description: 'The merchant account.' })
  accountId: string;

  @Field(() => ActorModel, { description: 'Who uploaded the statement.' })
  importedBy: string;

  @Field(() => DateTimeScalar, { description: 'When the statement was uploaded.' })
  importedAt: Date;

  @Field(() => Int, { description: 'Number of lines in the statement.' })
  lines: number;

  @Field(() => Int, { description: 'Number of lines that match Purser exactly.' })
  matching: number;

  @Field(() => Int, { description: 'Number of lines for which Purser has a different amount, currency or status.' })
  differing: number;

  @Field(() => Int, { description: 'Number of lines about payouts that Purser does not know.' })
  unknown: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Start of the period; null if no period was given.' })
  periodFrom: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'End of the period; null if no period was given.' })
  periodTo: Date | null;

  @Field(() => Int, {
    description: 'Number of payouts from the period that are completed in Purser but are not in the statement.',
  })
  lacking: number;

  @Field(() => Int, {
    description:
      'Number of payouts that are not in the statement, although the provider shows them as completed. Each is a discrepancy.',
  })
  notInStatement: number;

  @Field(() => Int, { description: 'Number of payouts that are still to be read back.' })
  pending: number;

  @Field(() => Int, {
    description: 'Number of payouts that the provider has but Purser never sent. Each is a discrepancy.',
  })
  unknownPayouts: number;

  @Field(() => Int, {
    description: 'Number of payouts that are in the statement, but that the provider does not have.',
  })
  absent: number;

  @Field(() => Int, { description: 'Number of payouts that could not be read back.' })
  givenUp: number;
}

export const StatementImportConnectionModel = createConnectionType(StatementImportModel, 'StatementImport');

export function toStatementImportModel(statement: StatementImport): StatementImportModel {
  return { ...statement };
}
