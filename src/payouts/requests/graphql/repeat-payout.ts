import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { DecimalString } from '../../../common/decimal.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { IsRepeat, mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../../platform/graphql/validation/invalid-input.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';
import { PAYOUT_PROBLEMS } from '../../destinations/payout-problem.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { RepeatPayoutRequest, RepeatPayoutResult as Repeated } from '../repeat-payout.service.js';
import { AmountOfCurrency, IdempotencyKey, NoteText, PayoutRecipientInput } from './create-payout.input.js';
import { PayoutWarningModel, toWarningModel } from './create-payout.js';

@InputType('RepeatPayoutInput', {
  description: 'The payout to repeat, and what to correct. Absent fields are copied from it.',
})
export class RepeatPayoutInput extends InputWithProblems<'TEXT_INVALID'> {
  @Field(() => String, {
    description:
      'Identifies the request. Repeating a request with the same key returns the existing payout and pays nothing.',
  })
  @IdempotencyKey()
  idempotencyKey: string;

  @Field(() => ID, { description: "Purser's id for the payout that ended without being paid." })
  @Id()
  payoutId: string;

  @Field(() => DecimalScalar, { nullable: true, description: 'Amount that the recipient receives.' })
  @AmountOfCurrency()
  amount?: DecimalString | null;

  @Field(() => PayoutRecipientInput, {
    nullable: true,
    description:
      'Fields of the recipient to correct. Absent fields are copied without being shown; null removes a field.',
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

export function toRepeatPayoutRequest(input: RepeatPayoutInput, createdBy: string): RepeatPayoutRequest {
  const { idempotencyKey, payoutId, amount, note, recipient } = input;
  return { idempotencyKey, payoutId, amount: amount ?? undefined, note, recipient: recipient ?? {}, createdBy };
}

@ObjectType('RepeatPayoutPayload', {
  description: 'The new payout, and the problems with the request.',
})
export class RepeatPayoutPayload extends mutationPayload('RepeatPayout', {
  description: 'Why a payout was not repeated, or why the new payout was not sent.',
  values: {
    ...PAYOUT_PROBLEMS,
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_REPEATABLE: 'The payout has not ended, or was paid.',
    ALREADY_REPEATED: 'Another payout that is open or was paid already repeats the same payment.',
    PAYOUT_MAY_BE_PAID:
      'The provider contradicts that this payout, or another one that repeats the same payment, ended without being paid. Try again in a minute.',
    PROVIDER_UNAVAILABLE: 'Purser could not read the payout back from the provider. Nothing was recorded.',
    RECIPIENT_PURGED: "The recipient's data was purged. Create a new payout instead.",
    RECIPIENT_UNREADABLE: 'The recipient cannot be decrypted: its key is lost, or the row was altered.',
    IDEMPOTENCY_KEY_REUSED: 'The key was already used for a different request; the message says what differs.',
    INSUFFICIENT_BALANCE:
      'The expected balance does not cover the payout. Nothing was recorded, and the idempotency key is still unused.',
    PROVIDER_REFUSED: 'The provider refused the new payout; nothing was paid.',
    NOT_PAID: 'The new payout ended without being paid; its status says why.',
    TRY_AGAIN: 'The database was busy and nothing was recorded. Repeat the request with the same key.',
  },
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description:
      'The new payout; for ALREADY_REPEATED and IDEMPOTENCY_KEY_REUSED, the earlier payout; null if no payout was recorded.',
  })
  payout: PayoutModel | null;

  @IsRepeat()
  isRepeat: boolean;

  @Field(() => [PayoutWarningModel], { description: 'Warnings about the new payout. They do not prevent it.' })
  warnings: PayoutWarningModel[];
}

export function toRepeatPayoutPayload(result: Repeated): RepeatPayoutPayload {
  return {
    payout: result.payout && toPayoutModel(result.payout),
    isRepeat: result.isRepeat,
    warnings: result.warnings.map(toWarningModel),
    userErrors: toUserErrors(result.refusals),
  };
}
