import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { containsCardNumber } from '../../common/text/card-number.js';
import { PageArguments } from '../../graphql/connection/page.arguments.js';
import { badUserInput } from '../../graphql/errors/bad-user-input.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import type { AuditEntryCriteria } from '../persistence/audit-entries-page.query.js';

@InputType('AuditEntryFilter', { description: 'Which audit entries to list; every field given must hold.' })
export class AuditEntryFilter {
  @Field(() => String, { nullable: true, description: 'Recording exactly this action, `payout.created`.' })
  action?: string | null;

  @Field(() => String, { nullable: true, description: 'About an object of exactly this kind, `PAYOUT`.' })
  subjectType?: string | null;

  @Field(() => ID, { nullable: true, description: 'About the object of this id.' })
  subjectId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Done by this actor.' })
  actorId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Done at this time or later.' })
  occurredFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Done before this time.' })
  occurredTo?: Date | null;
}

@ArgsType()
export class AuditEntriesArguments extends PageArguments {
  @Field(() => AuditEntryFilter, { nullable: true, description: 'Which entries to list; all when absent.' })
  filter?: AuditEntryFilter | null;
}

// Ids and words of ours have no other characters. What was asked for is recorded, so nothing else may be asked for.
const WORD = /^[\w.:-]{1,100}$/;

/** @throws GraphQLError BAD_USER_INPUT naming the field of the filter */
export function toAuditEntryCriteria(filter: AuditEntryFilter | null | undefined): AuditEntryCriteria {
  return {
    action: wordFilter(filter?.action, 'action'),
    subjectType: wordFilter(filter?.subjectType, 'subjectType'),
    subjectId: wordFilter(filter?.subjectId, 'subjectId'),
    actorId: parseUuidInput(filter?.actorId, ['filter', 'actorId']),
    occurredFrom: filter?.occurredFrom ?? null,
    occurredTo: filter?.occurredTo ?? null,
  };
}

function wordFilter(text: string | null | undefined, field: string): string | null {
  if (text === null || text === undefined) return null;
  if (WORD.test(text) && !containsCardNumber(text)) return text;
  throw badUserInput('must be 1 to 100 letters, digits, dots, colons, dashes or underscores', ['filter', field]);
}
