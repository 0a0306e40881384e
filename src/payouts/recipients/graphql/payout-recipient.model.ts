import { Field, ObjectType } from '@nestjs/graphql';
import type { UtcText } from '../../../common/text/utc-text.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { RecipientFields } from '../../destinations/graphql/recipient-fields.decorator.js';
import { ofEachField, type Recipient, type RecipientFieldName } from '../../destinations/recipient.js';
import { RECIPIENT_TABLE } from '../../destinations/recipient-table.js';

type Masked = Record<RecipientFieldName, string | null> & { requisites: string };

@ObjectType('PayoutRecipient', { description: 'The recipient, masked: enough to recognise them, but never complete.' })
@RecipientFields(({ aboutMask }, name) => ({ nullable: name !== 'requisites', description: aboutMask }))
export class PayoutRecipientModel extends (Object as unknown as new () => Masked) {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When everything except the masked requisites was purged; null if it was not.',
  })
  purgedAt: Date | UtcText | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why everything except the masked requisites is missing, although the recipient was not purged; null if nothing is missing.',
  })
  problem: string | null;
}

// Replaces the original error, whose message may name an encryption key.
const UNREADABLE = 'The recipient cannot be decrypted: its key is lost, or the row was altered.';

export function toPayoutRecipientModel(
  recipient: Recipient | null,
  kept: { readonly maskedRequisites: string; readonly recipientPurgedAt: Date | UtcText | null },
): PayoutRecipientModel {
  const isLost = recipient === null && kept.recipientPurgedAt === null;
  return {
    ...ofEachField((name) => {
      const value = recipient?.[name] ?? null;
      return value && RECIPIENT_TABLE[name].mask(value);
    }),
    requisites: kept.maskedRequisites,
    purgedAt: kept.recipientPurgedAt,
    problem: isLost ? UNREADABLE : null,
  };
}
