import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { FIRST_H2H_STATUS, type H2hStatus, isFinalH2hStatus } from '../domain/h2h-status.js';
import type { H2hSessionEntity } from '../persistence/h2h-session.entity.js';
import { H2hStatusEnum } from './h2h.enum.js';

@ObjectType('H2hSession', { description: "The verification of an order's card on the merchant's own page." })
export class H2hSessionModel {
  /** The order's id. */
  orderId: string;

  @Field(() => H2hStatusEnum, { description: 'Where it stands.' })
  status: H2hStatus;

  @Field(() => String, { nullable: true, description: "The provider's own status word, verbatim." })
  providerStatus: string | null;

  @Field(() => Boolean, { description: 'Whether it has an end.' })
  isFinal: boolean;

  @Field(() => Boolean, { description: 'Whether the payer is asked for a code now.' })
  isSmsRequired: boolean;

  @Field(() => Int, { description: 'How many times the bank asked for a code.' })
  codeRound: number;

  @Field(() => Boolean, { description: 'Whether the last code was wrong.' })
  lastCodeRejected: boolean;

  @Field(() => String, { nullable: true, description: 'First six and last four digits of the card.' })
  maskedCardNumber: string | null;

  @Field(() => String, { nullable: true, description: 'The scheme of the card, such as visa, where it is known.' })
  cardBrand: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Problem that an operator should know of; null when all is well.',
  })
  problem: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When a card was sent; null while none was.' })
  cardSentAt: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it is asked about next; null when it is not.' })
  nextPollAt: Date | null;
}

/** Every column by its name: only what the class declares can be selected. */
export function toH2hSessionModel(session: Pick<H2hSessionEntity, keyof H2hSessionEntity>): H2hSessionModel {
  return { ...session, orderId: session.id, isFinal: isFinalH2hStatus(session.status) };
}

/** The session of an order by card to which no card was sent yet. */
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
