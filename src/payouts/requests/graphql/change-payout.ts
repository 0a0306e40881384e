import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { DecimalString } from '../../../common/decimal.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../../platform/graphql/validation/invalid-input.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { PAYOUT_PROBLEMS } from '../../destinations/payout-problem.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { ChangePayoutRequest, ChangePayoutResult } from '../change-payout.service.js';
import { AmountOfCurrency, NoteText, PayoutRecipientInput } from './create-payout.input.js';

@InputType('ChangePayoutInput', { description: 'Changes to a payout. Absent fields stay unchanged.' })
export class ChangePayoutInput extends InputWithProblems<'TEXT_INVALID'> {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'Amount that the recipient receives.',
  })
  @AmountOfCurrency()
  amount?: DecimalString | null;

  @Field(() => PayoutRecipientInput, {
    nullable: true,
    description: 'Fields of the recipient to change. Absent fields stay unchanged; null removes a field.',
  })
  @Nested(() => PayoutRecipientInput)
  recipient?: PayoutRecipientInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'Purpose of the payout, shown to the provider; null removes it.',
  })
  @NoteText()
  note?: string | null;
}

export function toChangePayoutRequest(input: ChangePayoutInput, actorId: string): ChangePayoutRequest {
  return {
    payoutId: input.payoutId,
    amount: input.amount ?? undefined,
    note: input.note,
    recipient: input.recipient ?? {},
    actorId,
  };
}

@ObjectType('ChangePayoutPayload', { description: 'The payout after the call, and the problems with the request.' })
export class ChangePayoutPayload extends mutationPayload('ChangePayout', {
  description: 'Why a payout was not changed.',
  values: {
    ...PAYOUT_PROBLEMS,
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_CHANGEABLE: 'The payout is already claimed for sending, or has ended.',
    RECIPIENT_UNREADABLE: 'The recipient cannot be decrypted: its key is lost, or the row was altered.',
    RECIPIENT_CHANGED_TOO_OFTEN:
      'The recipient was already changed five times. Withdraw the payout and create a new one.',
    INSUFFICIENT_BALANCE: 'The expected balance does not cover the larger amount; nothing was changed.',
    TRY_AGAIN: 'The database was busy and nothing was changed. Repeat the request.',
  },
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description: 'The payout in its current state; null if there is no such payout.',
  })
  payout: PayoutModel | null;
}

export function toChangePayoutPayload({ payout, refusals }: ChangePayoutResult): ChangePayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: toUserErrors(refusals),
  };
}
