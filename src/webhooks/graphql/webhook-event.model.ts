import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../access/accounts/graphql/account.model.js';
import { createConnectionType } from '../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../platform/graphql/described-enum.js';
import type { SignatureVerdict } from '../../provider/signature/webhook-signature-verifier.js';
import type { WebhookSource, WebhookState } from '../domain/webhook-event.js';
import type { WebhookEventEntity } from '../persistence/webhook-event.entity.js';

export const WebhookSourceEnum = describedEnum<WebhookSource>({
  name: 'WebhookSource',
  description: 'The webhook address that was called.',
  values: {
    ORDERS: 'The address for orders.',
    PAYOUTS: 'An address for payouts: the callback URL of an attempt, or the address in the merchant settings.',
    UNKNOWN_PAYOUT_TOKEN: 'A callback URL that belongs to no attempt.',
  },
});

export const WebhookStateEnum = describedEnum<WebhookState>({
  name: 'WebhookState',
  description: 'State of a webhook.',
  values: {
    RECEIVED: 'The webhook is stored and acknowledged. It is processed at `nextTryAt`.',
    PROCESSED: 'Purser read the named object back and applied the result.',
    IGNORED: 'The webhook is not about an object that Purser knows; `note` says why.',
    FAILED: 'Processing failed many times. The object itself is still polled on schedule.',
  },
});

export type WebhookSignature = Uppercase<SignatureVerdict>;

export function toVerdict(signature: WebhookSignature): SignatureVerdict {
  return signature.toLowerCase() as SignatureVerdict;
}

export const WebhookSignatureEnum = describedEnum<WebhookSignature>({
  name: 'WebhookSignature',
  description: "Verdict on a webhook's signature. Whatever the verdict, Purser takes statuses only from a read-back.",
  values: {
    VALID: "The signature was made with Purser's secret.",
    INVALID: "The signature was not made with Purser's secret, or is not recent.",
    MISSING: 'The webhook had no signature.',
    NOT_CONFIGURED: 'Purser has no secret to verify signatures with.',
  },
});

@ObjectType('WebhookEvent', {
  description: 'A webhook with a given body, however many times it was delivered. The body itself is stored encrypted.',
})
export class WebhookEventModel {
  @Field(() => ID, { description: "Purser's id for the webhook event." })
  id: string;

  @Field(() => WebhookSourceEnum, { description: 'The webhook address that was called.' })
  source: WebhookSource;

  @Field(() => WebhookStateEnum, { description: 'State of the webhook.' })
  state: WebhookState;

  @Field(() => String, { nullable: true, description: 'Why the webhook was ignored, is waiting or failed.' })
  note: string | null;

  @Field(() => String, { description: 'SHA-256 of the body, in hex. Deliveries with the same body are one event.' })
  bodySha256: string;

  @Field(() => Int, { description: 'Length of the body in bytes.' })
  bodyBytes: number;

  @Field(() => WebhookSignatureEnum, {
    nullable: true,
    description: "The best verdict on the signatures of the webhook's deliveries; null if no signature is expected.",
  })
  signature: WebhookSignature | null;

  @Field(() => Int, { description: 'Number of times that the webhook was delivered.' })
  deliveries: number;

  @Field(() => ID, { nullable: true, description: "The provider's id for the object that the body names." })
  providerObjectId: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the order or payout that was read back; null if there is none.',
  })
  subjectId: string | null;

  @Field(() => AccountModel, {
    name: 'account',
    nullable: true,
    description: 'The account of the order or payout that was read back; null if unknown.',
  })
  accountId: string | null;

  @Field(() => Int, { description: 'Number of times that a person had the webhook reprocessed.' })
  replays: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the webhook was last reprocessed on request.' })
  replayedAt: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the body was purged, after which the webhook cannot be reprocessed until it is delivered again; null if it was not.',
  })
  bodyPurgedAt: Date | null;

  @Field(() => DateTimeScalar, { description: 'When the webhook was first delivered.' })
  firstReceivedAt: Date;

  @Field(() => DateTimeScalar, { description: 'When the webhook was last delivered.' })
  lastReceivedAt: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the webhook was processed; null until then.' })
  processedAt: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When Purser will next try to process the webhook; null if it is finished.',
  })
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
