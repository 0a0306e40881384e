import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { containsCardNumber } from '../../../common/text/card-number.js';
import { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { DateTimeScalar, EndsBefore } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { ruleDecorator } from '../../../platform/graphql/validation/field-rule.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';

// Purser's ids and words consist of these characters. The request is audited, so no other text may get into the log.
const WORD = /^[\w.:-]{1,100}$/;

const MUST_BE_WORD = 'must be 1 to 100 letters, digits, dots, colons, dashes or underscores';

const Word = (): PropertyDecorator =>
  ruleDecorator<string>({
    name: 'word',
    about: '1 to 100 letters, digits, dots, colons, dashes or underscores, no card number',
    findProblem: (text) => (WORD.test(text) && !containsCardNumber(text) ? null : MUST_BE_WORD),
  });

@InputType('AuditEntryFilter', { description: 'Filter for audit entries. All given fields must match.' })
export class AuditEntryFilter {
  @Field(() => String, { nullable: true, description: 'Only this action, such as `payout.created`.' })
  @Word()
  action?: string | null;

  @Field(() => String, { nullable: true, description: 'Only entries about this kind of object, such as `PAYOUT`.' })
  @Word()
  subjectType?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only entries about the object with this id.' })
  @Word()
  subjectId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only actions by this actor.' })
  @Id()
  actorId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Performed at this time or later.' })
  occurredFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Performed before this time.' })
  @EndsBefore()
  occurredTo?: Date | null;
}

@ArgsType()
export class AuditEntriesArguments extends PageArguments {
  @Field(() => AuditEntryFilter, { nullable: true, description: 'Filter to apply; absent for all items.' })
  @Nested(() => AuditEntryFilter)
  filter?: AuditEntryFilter | null;
}
