import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { createConnectionType } from '../../graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../graphql/described-enum.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { WebhookSource, WebhookState } from '../domain/webhook-event.js';
import type { WebhookEventEntity } from '../persistence/webhook-event.entity.js';

export const WebhookSourceEnum = describedEnum<WebhookSource>({
  name: 'WebhookSource',
  description: 'Which webhook address was called.',
  values: {
    ORDERS: 'The address for orders.',
    PAYOUTS: 'An address for payouts: the callback URL of an attempt, or the one in the merchant settings.',
    UNKNOWN_PAYOUT_TOKEN: 'A callback URL that no attempt has.',
  },
});

export const WebhookStateEnum = describedEnum<WebhookState>({
  name: 'WebhookState',
  description: 'What became of a webhook.',
  values: {
    RECEIVED: 'Stored and acknowledged; it is dealt with at `nextTryAt`.',
    PROCESSED: 'The object it names was read back and applied.',
    IGNORED: 'It means nothing of ours; the note says why.',
    FAILED: 'It was given up after many tries; the object itself is still checked on its schedule.',
  },
});

export type WebhookSignature = Uppercase<SignatureVerdict>;

export function toVerdict(signature: WebhookSignature): SignatureVerdict {
  return signature.toLowerCase() as SignatureVerdict;
}

export const WebhookSignatureEnum = describedEnum<WebhookSignature>({
  name: 'WebhookSignature',
  description: 'What the signature of a webhook proved. Whatever it proved, only a read-back is believed.',
  values: {
    VALID: 'It was made with a secret of ours.',
    INVALID: 'It was not made with a secret of ours, or not lately.',
    MISSING: 'There was none.',
    NOT_CONFIGURED: 'There is no secret to verify it with.',
  },
});

@ObjectType('WebhookEvent', {
  description: 'A webhook body as it was received, however often it was delivered. The body itself is kept encrypted.',
})
export class WebhookEventModel {
  @Field(() => ID, { description: "Purser's id of it." })
  id: string;

  @Field(() => WebhookSourceEnum, { description: 'Which address was called.' })
  source: WebhookSource;

  @Field(() => WebhookStateEnum, { description: 'What became of it.' })
  state: WebhookState;

  @Field(() => String, { nullable: true, description: 'Why it was ignored, waits or failed.' })
  note: string | null;

  @Field(() => String, { description: 'SHA-256 of the body, in hex: equal bodies are one event.' })
  bodySha256: string;

  @Field(() => Int, { description: 'Length of the body in bytes.' })
  bodyBytes: number;

  @Field(() => WebhookSignatureEnum, {
    nullable: true,
    description: 'The best that a signature of its deliveries proved; null where none is expected.',
  })
  signature: WebhookSignature | null;

  @Field(() => Int, { description: 'How often this body was delivered.' })
  deliveries: number;

  @Field(() => ID, { nullable: true, description: "The payment service's id that the body names." })
  providerObjectId: string | null;

  @Field(() => ID, { nullable: true, description: 'The object of ours that was read back.' })
  subjectId: string | null;

  @Field(() => ID, { nullable: true, description: 'The account of that object; null while none is known.' })
  accountId: string | null;

  @Field(() => Int, { description: 'How often somebody had it dealt with again.' })
  replays: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When that was last asked for.' })
  replayedAt: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its body was purged, which ends replays until it is delivered again; null while it is kept.',
  })
  bodyPurgedAt: Date | null;

  @Field(() => DateTimeScalar, { description: 'When it was first delivered.' })
  firstReceivedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last delivered.' })
  lastReceivedAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was dealt with.' })
  processedAt: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it is tried next; null when it is done with.' })
  nextTryAt: Date | null;
}

export const WebhookEventConnectionModel = createConnectionType(WebhookEventModel, 'WebhookEvent');

export function toWebhookEventModel(event: WebhookEventEntity): WebhookEventModel {
  return {
    id: event.id,
    source: event.source,
    state: event.state,
    note: event.note,
    bodySha256: event.bodySha256.toString('hex'),
    bodyBytes: event.bodyBytes,
    signature: event.signatureState && (event.signatureState.toUpperCase() as WebhookSignature),
    deliveries: event.deliveries,
    providerObjectId: event.providerObjectId,
    subjectId: event.subjectId,
    accountId: event.accountId,
    replays: event.replays,
    replayedAt: event.replayedAt,
    bodyPurgedAt: event.bodyPurgedAt,
    firstReceivedAt: event.firstReceivedAt,
    lastReceivedAt: event.lastReceivedAt,
    processedAt: event.processedAt,
    nextTryAt: event.nextTryAt,
  };
}
