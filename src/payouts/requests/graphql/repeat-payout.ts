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
  description: 'The payout to pay again, and what to correct. Absent fields are copied from it.',
})
export class RepeatPayoutInput extends InputWithProblems<'TEXT_INVALID'> {
  @Field(() => String, {
    description: 'Identifies the request: repeating it with the same key returns the same payout and pays nothing.',
  })
  @IdempotencyKey()
  idempotencyKey: string;

  @Field(() => ID, { description: "Purser's id of the payout that ended unpaid." })
  @Id()
  payoutId: string;

  @Field(() => DecimalScalar, { nullable: true, description: 'Amount that the recipient gets.' })
  @AmountOfCurrency()
  amount?: DecimalString | null;

  @Field(() => PayoutRecipientInput, {
    nullable: true,
    description: 'Fields of the recipient to correct. Absent fields are copied unseen, null removes a field.',
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
  description: 'The payout that pays another one again, and the problems with the request.',
})
export class RepeatPayoutPayload extends mutationPayload('RepeatPayout', {
  description: 'Why a payout was not paid again, or not sent.',
  values: {
    ...PAYOUT_PROBLEMS,
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_REPEATABLE: 'The payout has not ended, or was paid.',
    ALREADY_REPEATED: 'Another payout pays the same already, and has not ended unpaid.',
    PAYOUT_MAY_BE_PAID:
      'The provider contradicts the end of the payout, or of another one that pays the same; try again in a minute.',
    PROVIDER_UNAVAILABLE: 'The payout could not be read back from the provider, so nothing was recorded.',
    RECIPIENT_PURGED: "The recipient's data was purged; make a new payout.",
    RECIPIENT_UNREADABLE: 'The recipient cannot be decrypted: its key is lost, or the row was altered.',
    IDEMPOTENCY_KEY_REUSED: 'The key was used for another request; the message names what differs.',
    INSUFFICIENT_BALANCE: 'The expected balance does not cover it; nothing was recorded, and the key is still unused.',
    PROVIDER_REFUSED: 'The provider refused the new payout; nothing was paid.',
    NOT_PAID: 'The new payout ended without being paid; its status says how.',
    TRY_AGAIN: 'The database was busy and nothing was recorded. Repeat the request with the same key.',
  },
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description:
      'The new payout; with ALREADY_REPEATED and IDEMPOTENCY_KEY_REUSED the earlier one; null if none was recorded.',
  })
  payout: PayoutModel | null;

  @IsRepeat()
  isRepeat: boolean;

  @Field(() => [PayoutWarningModel], { description: 'Warnings about the new payout; they do not stop it.' })
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
