import { Field, ObjectType } from '@nestjs/graphql';
import type { UtcText } from '../../../common/text/utc-text.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { Recipient } from '../../destinations/recipient.js';
import { maskRequisites } from '../../destinations/requisites-mask.js';
import { maskIp, maskName } from '../domain/recipient-mask.js';

@ObjectType('PayoutRecipient', { description: 'Who is paid, masked: enough to recognise, never the whole.' })
export class PayoutRecipientModel {
  @Field(() => String, { nullable: true, description: 'The first letter of each word of the name; null once purged.' })
  name: string | null;

  @Field(() => String, { description: 'The ends of the card number, phone number, PIX key or login that is paid.' })
  requisites: string;

  @Field(() => String, {
    nullable: true,
    description: "The recipient's id in the merchant's system; null once purged.",
  })
  userId: string | null;

  @Field(() => String, { nullable: true, description: 'The bank or wallet, as the destination names it.' })
  bankName: string | null;

  @Field(() => String, { nullable: true, description: 'The first letters of the e-mail address.' })
  userEmail: string | null;

  @Field(() => String, { nullable: true, description: 'The last digits of the phone number.' })
  userPhone: string | null;

  @Field(() => String, { nullable: true, description: 'The network of the IP address.' })
  userIp: string | null;

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
  const base = { requisites: kept.maskedRequisites, purgedAt: kept.recipientPurgedAt, problem: null };
  if (!recipient) {
    const problem = kept.recipientPurgedAt === null ? UNREADABLE : null;
    return {
      ...base,
      problem,
      name: null,
      userId: null,
      bankName: null,
      userEmail: null,
      userPhone: null,
      userIp: null,
    };
  }
  const { name, userId, bankName, userEmail, userPhone, userIp } = recipient;
  return {
    ...base,
    name: maskName(name),
    userId,
    bankName,
    userEmail: userEmail && maskRequisites(userEmail),
    userPhone: userPhone && maskRequisites(userPhone),
    userIp: userIp && maskIp(userIp),
  };
}
