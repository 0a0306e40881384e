import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { RecipientFields } from '../../destinations/graphql/recipient-fields.decorator.js';
import { isBaseField, type Recipient } from '../../destinations/recipient.js';
import type { RevealRecipientResult } from '../reveal-recipient.service.js';

@InputType('RevealPayoutRecipientInput', { description: 'Whose recipient is to be shown in full, and why.' })
export class RevealPayoutRecipientInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, { description: 'Why you must see it; kept in the audit log under your name.' })
  @Reason()
  reason: string;
}

@ObjectType('RevealedPayoutRecipient', { description: 'Who is paid, in full; each look at it is in the audit log.' })
@RecipientFields(({ about }, name) => ({ nullable: !isBaseField(name), description: about }))
export class RevealedPayoutRecipientModel extends (Object as unknown as new () => Recipient) {}

@ObjectType('RevealPayoutRecipientPayload', {
  description: 'The recipient in full, and the problems with the request.',
})
export class RevealPayoutRecipientPayload extends mutationPayload('RevealPayoutRecipient', {
  description: 'Why a recipient was not shown.',
  values: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    SIGN_IN_TOO_OLD: 'The caller came with a dashboard session, and signed in more than 15 minutes ago.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    RECIPIENT_PURGED: "The recipient's data was purged.",
    RECIPIENT_UNREADABLE: 'The recipient cannot be decrypted: its key is lost, or the row was altered.',
  },
}) {
  @Field(() => RevealedPayoutRecipientModel, { nullable: true, description: 'Who is paid; null when it is refused.' })
  recipient: RevealedPayoutRecipientModel | null;

  @Field(() => String, {
    nullable: true,
    description: 'The hash of the content that this recipient is part of, as `approvePayout` takes it.',
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
