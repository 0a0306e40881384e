import { Field, ObjectType } from '@nestjs/graphql';
import type { UtcText } from '../../../common/text/utc-text.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { RecipientFields } from '../../destinations/graphql/recipient-fields.decorator.js';
import { ofEachField, type Recipient, type RecipientFieldName } from '../../destinations/recipient.js';
import { RECIPIENT_TABLE } from '../../destinations/recipient-table.js';

type Masked = Record<RecipientFieldName, string | null> & { requisites: string };

@ObjectType('PayoutRecipient', { description: 'Who is paid, masked: enough to recognise, never the whole.' })
@RecipientFields(({ aboutMask }, name) => ({ nullable: name !== 'requisites', description: aboutMask }))
export class PayoutRecipientModel extends (Object as unknown as new () => Masked) {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When all of it but the masked requisites was purged; null while it is kept.',
  })
  purgedAt: Date | UtcText | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why all of it but the masked requisites is missing though it was not purged; null when it is not.',
  })
  problem: string | null;
}

// Without the original error, which may name a key.
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
