import { Field, ObjectType } from '@nestjs/graphql';
import type { Recipient } from '../destinations/recipient.js';
import { maskRequisites } from '../destinations/requisites.mask.js';
import { maskIp, maskName } from './recipient.mask.js';

@ObjectType('PayoutRecipient', { description: 'Who is paid, masked: enough to recognise, never the whole.' })
export class PayoutRecipientModel {
  @Field(() => String, { description: 'The first letter of each word of the name.' })
  name: string;

  @Field(() => String, { description: 'The ends of the card number, phone number, PIX key or login that is paid.' })
  requisites: string;

  @Field(() => String, { description: "The recipient's id in the merchant's system." })
  userId: string;

  @Field(() => String, { nullable: true, description: 'The bank or wallet, as the destination names it.' })
  bankName: string | null;

  @Field(() => String, { nullable: true, description: 'The first letters of the e-mail address.' })
  userEmail: string | null;

  @Field(() => String, { nullable: true, description: 'The last digits of the phone number.' })
  userPhone: string | null;

  @Field(() => String, { nullable: true, description: 'The network of the IP address.' })
  userIp: string | null;
}

export function toPayoutRecipientModel(recipient: Recipient, maskedRequisites: string): PayoutRecipientModel {
  const { name, userId, bankName, userEmail, userPhone, userIp } = recipient;
  return {
    name: maskName(name),
    requisites: maskedRequisites,
    userId,
    bankName,
    userEmail: userEmail && maskRequisites(userEmail),
    userPhone: userPhone && maskRequisites(userPhone),
    userIp: userIp && maskIp(userIp),
  };
}
