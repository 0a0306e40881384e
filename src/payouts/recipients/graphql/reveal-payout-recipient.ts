import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { RecipientFields } from '../../destinations/graphql/recipient-fields.decorator.js';
import { isBaseField, type Recipient } from '../../destinations/recipient.js';
import type { RevealRecipientResult } from '../reveal-recipient.service.js';

@InputType('RevealPayoutRecipientInput', { description: 'The payout whose recipient to show in full, and the reason.' })
export class RevealPayoutRecipientInput {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, { description: 'Why you need to see the recipient; stored in the audit log under your name.' })
  @Reason()
  reason: string;
}

@ObjectType('RevealedPayoutRecipient', {
  description: 'The recipient in full. Each time it is shown, the audit log records it.',
})
@RecipientFields(({ about }, name) => ({ nullable: !isBaseField(name), description: about }))
export class RevealedPayoutRecipientModel extends (Object as unknown as new () => Recipient) {}

@ObjectType('RevealPayoutRecipientPayload', {
  description: 'The recipient in full, and the problems with the request.',
})
export class RevealPayoutRecipientPayload extends mutationPayload('RevealPayoutRecipient', {
  description: 'Why a recipient was not shown.',
  values: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    SIGN_IN_TOO_OLD: 'The caller is using a dashboard session and signed in more than 15 minutes ago.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
    RECIPIENT_PURGED: "The recipient's data was purged.",
    RECIPIENT_UNREADABLE: 'The recipient cannot be decrypted: its key is lost, or the row was altered.',
  },
}) {
  @Field(() => RevealedPayoutRecipientModel, {
    nullable: true,
    description: 'The recipient; null if the request was refused.',
  })
  recipient: RevealedPayoutRecipientModel | null;

  @Field(() => String, {
    nullable: true,
    description: "The hash of the payout's content, to pass to `approvePayout`.",
  })
  contentHash: string | null;
}

export function toRevealPayoutRecipientPayload({
  revealed,
  refusal,
}: RevealRecipientResult): RevealPayoutRecipientPayload {
  return {
    recipient: revealed?.recipient ?? null,
    contentHash: revealed?.contentHash ?? null,
    userErrors: toUserErrors(refusal, 'payoutId'),
  };
}
