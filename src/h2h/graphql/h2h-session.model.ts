import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { FIRST_H2H_STATUS, type H2hStatus, isFinalH2hStatus } from '../domain/h2h-status.js';
import type { H2hSessionEntity } from '../persistence/h2h-session.entity.js';
import { H2hStatusEnum } from './h2h.enum.js';

@ObjectType('H2hSession', {
  description: "The verification of the card for an order that is paid on the merchant's own page.",
})
export class H2hSessionModel {
  orderId: string;

  @Field(() => H2hStatusEnum, { description: 'The current status.' })
  status: H2hStatus;

  @Field(() => String, { nullable: true, description: "The provider's own status, verbatim." })
  providerStatus: string | null;

  @Field(() => Boolean, { description: 'Whether the verification has ended.' })
  isFinal: boolean;

  @Field(() => Boolean, { description: 'Whether the payer is currently being asked for a code.' })
  isSmsRequired: boolean;

  @Field(() => Int, { description: 'How many times the bank has asked for a code.' })
  codeRound: number;

  @Field(() => Boolean, { description: 'Whether the last code that was sent was wrong.' })
  lastCodeRejected: boolean;

  @Field(() => String, { nullable: true, description: 'First six and last four digits of the card.' })
  maskedCardNumber: string | null;

  @Field(() => String, { nullable: true, description: 'The card scheme, such as visa; null if unknown.' })
  cardBrand: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A problem that operators should look at; null if there is none.',
  })
  problem: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When a card was sent; null if no card was sent.' })
  cardSentAt: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When Purser polls the verification next; null if no poll is scheduled.',
  })
  nextPollAt: Date | null;
}

/** Copies every column under its own name. Only the fields that the model declares can be selected. */
export function toH2hSessionModel(session: Pick<H2hSessionEntity, keyof H2hSessionEntity>): H2hSessionModel {
  return { ...session, orderId: session.id, isFinal: isFinalH2hStatus(session.status) };
}

/** Returns the session shown for an order by card before any card was sent. */
export function notStarted(orderId: string): H2hSessionModel {
  return {
    orderId,
    status: FIRST_H2H_STATUS,
    providerStatus: null,
    isFinal: false,
    isSmsRequired: false,
    codeRound: 0,
    lastCodeRejected: false,
    maskedCardNumber: null,
    cardBrand: null,
    problem: null,
    cardSentAt: null,
    nextPollAt: null,
  };
}
