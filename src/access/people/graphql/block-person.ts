import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import type { BlockPersonResult } from '../blocks/person-blocks.service.js';
import { PersonModel, toPersonModel } from './person.model.js';

@InputType('BlockPersonInput', { description: 'The person to block.' })
export class BlockPersonInput {
  @Field(() => ID, { description: "Purser's id for the person." })
  @Id()
  personId: string;

  @Field(() => String, { description: 'The reason; shown with the person and in the audit log.' })
  @Reason()
  reason: string;
}

@ObjectType('BlockPersonPayload', { description: 'The person after the call, and the problems with the request.' })
export class BlockPersonPayload extends mutationPayload('BlockPerson', {
  description: 'Why a person was not blocked.',
  values: {
    PERSON_NOT_FOUND: 'There is no such person.',
    ALREADY_BLOCKED: 'The person is already blocked.',
    OWN_PERSON: 'People cannot block themselves.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => PersonModel, {
    nullable: true,
    description: 'The person in their current state; null if there is no such person.',
  })
  person: PersonModel | null;

  @Field(() => Int, { description: "Number of the person's dashboard sessions that were ended." })
  endedSessions: number;
}

export function toBlockPersonPayload({ person, endedSessions, refusal }: BlockPersonResult): BlockPersonPayload {
  const userErrors = toUserErrors(refusal, 'personId');
  return { person: person && toPersonModel(person), endedSessions, userErrors };
}
