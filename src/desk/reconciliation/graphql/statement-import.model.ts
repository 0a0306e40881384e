import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { StatementImport } from '../persistence/statement-imports.repository.js';

@ObjectType('StatementImport', {
  description: "A statement of the provider's that was compared with Purser's payouts; it is not kept itself.",
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

  @Field(() => Int, { description: 'How many payouts it has.' })
  lines: number;

  @Field(() => Int, { description: 'How many of them Purser has just so.' })
  matching: number;

  @Field(() => Int, { description: 'How many of them Purser has with another amount, currency or status.' })
  differing: number;

  @Field(() => Int, { description: 'How many of them Purser did not know.' })
  unknown: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Beginning of its period; null when none was given.' })
  periodFrom: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'End of its period; null when none was given.' })
  periodTo: Date | null;

  @Field(() => Int, { description: 'How many payouts of its period are completed in Purser, and in no line.' })
  lacking: number;

  @Field(() => Int, {
    description: 'How many of these the provider shows as completed all the same; each is a discrepancy.',
  })
  notInStatement: number;

  @Field(() => Int, { description: 'How many the provider is still to be asked about.' })
  pending: number;

  @Field(() => Int, { description: 'How many it has that Purser never made; each is a discrepancy.' })
  unknownPayouts: number;

  @Field(() => Int, { description: 'How many it does not know in spite of its statement.' })
  absent: number;

  @Field(() => Int, { description: 'How many it could not be asked about in the end.' })
  givenUp: number;
}

export const StatementImportConnectionModel = createConnectionType(StatementImportModel, 'StatementImport');

export function toStatementImportModel(statement: StatementImport): StatementImportModel {
  return { ...statement };
}
