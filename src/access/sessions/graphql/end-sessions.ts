import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import type { EndSessionsResult } from '../actor-sessions.service.js';

@InputType('EndSessionsInput', { description: 'The API key or person whose dashboard sessions to end.' })
export class EndSessionsInput {
  @Field(() => ID, { description: "Purser's id for the API key or person." })
  @Id()
  actorId: string;

  @Field(() => String, { description: 'The reason; stored in the audit log.' })
  @Reason()
  reason: string;
}

@ObjectType('EndSessionsPayload', {
  description: 'The number of sessions that were ended, and the problems with the request.',
})
export class EndSessionsPayload extends mutationPayload('EndSessions', {
  description: 'Why no sessions were ended.',
  values: {
    ACTOR_NOT_FOUND: 'There is no such API key or person.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => Int, { description: 'Number of dashboard sessions that were ended.' })
  endedSessions: number;
}

export function toEndSessionsPayload({ endedSessions, refusal }: EndSessionsResult): EndSessionsPayload {
  return { endedSessions, userErrors: toUserErrors(refusal, 'actorId') };
}
