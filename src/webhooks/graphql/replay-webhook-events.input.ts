import { Field, ID, InputType } from '@nestjs/graphql';
import { badUserInput } from '../../graphql/errors/bad-user-input.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import { isReplayedSource, REPLAYED_SOURCES, type WebhookSource, type WebhookState } from '../domain/webhook-event.js';
import type { ReplayRange } from '../persistence/webhook-replays.repository.js';
import {
  toVerdict,
  type WebhookSignature,
  WebhookSignatureEnum,
  WebhookSourceEnum,
  WebhookStateEnum,
} from './webhook-event.model.js';

@InputType('ReplayWebhookEventsInput', {
  description: 'Which webhooks to deal with again, and why; every field given must hold.',
})
export class ReplayWebhookEventsInput {
  @Field(() => DateTimeScalar, { description: 'First delivered at this time or later.' })
  from: Date;

  @Field(() => DateTimeScalar, { description: 'First delivered before this time.' })
  to: Date;

  @Field(() => [WebhookSourceEnum], {
    nullable: true,
    description: 'Received at one of these addresses: for orders, for payouts, or both when absent.',
  })
  sources?: WebhookSource[] | null;

  @Field(() => [WebhookStateEnum], { nullable: true, description: 'In one of these states.' })
  states?: WebhookState[] | null;

  @Field(() => [WebhookSignatureEnum], { nullable: true, description: 'With a signature that proved one of these.' })
  signatures?: WebhookSignature[] | null;

  @Field(() => ID, { nullable: true, description: 'About an object of this account.' })
  accountId?: string | null;

  @Field(() => String, { nullable: true, description: 'Why; kept in the audit log.' })
  reason?: string | null;
}

/** @throws GraphQLError BAD_USER_INPUT naming the field */
export function toReplayRange(input: ReplayWebhookEventsInput): ReplayRange {
  const sources = input.sources ?? REPLAYED_SOURCES;
  const replayed = sources.filter(isReplayedSource);
  if (replayed.length < sources.length) {
    throw badUserInput('must name addresses whose webhooks can be dealt with: ORDERS, PAYOUTS', ['input', 'sources']);
  }
  return {
    from: input.from,
    to: input.to,
    sources: replayed,
    states: input.states ?? null,
    signatures: input.signatures?.map(toVerdict) ?? null,
    accountId: parseUuidInput(input.accountId, ['input', 'accountId']),
  };
}
