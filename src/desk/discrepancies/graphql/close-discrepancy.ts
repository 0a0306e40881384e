import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Text } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { CloseDiscrepancyResult } from '../close-discrepancy.service.js';
import { DiscrepancyModel, toDiscrepancyModel } from './discrepancy.model.js';

// A paragraph about what was found and where it is documented.
const MAX_NOTE_LENGTH = 1_000;

@InputType('CloseDiscrepancyInput', { description: 'The discrepancy to close, and the findings.' })
export class CloseDiscrepancyInput {
  @Field(() => ID, { description: "Purser's id for the discrepancy." })
  @Id()
  discrepancyId: string;

  @Field(() => String, { description: 'What you found and did: 1 to 1,000 characters, without personal data.' })
  @Text({ max: MAX_NOTE_LENGTH, code: 'NOTE_INVALID' })
  note: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the provider's payout is really this payout. Required if `asksWhetherThisPayout` is true, and refused otherwise. If true, Purser accepts the provider's status from now on; if false, the payout becomes unconfirmed again.",
  })
  isThisPayout?: boolean | null;
}

@ObjectType('CloseDiscrepancyPayload', {
  description: 'The discrepancy after the call, and the problems with the request.',
})
export class CloseDiscrepancyPayload extends mutationPayload('CloseDiscrepancy', {
  description: 'Why a discrepancy was not closed.',
  values: {
    DISCREPANCY_NOT_FOUND: 'There is no such discrepancy.',
    ALREADY_CLOSED: 'The discrepancy was already closed; its note stays unchanged.',
    SAME_PERSON: 'The caller may be the same person as someone who created or changed the payout.',
    ANSWER_NEEDED:
      "The payout is bound to the provider's payout that differs from it. Say in `isThisPayout` whether they are the same payout.",
    NOT_ASKED: 'The payout is not bound to a provider payout that differs from it. Omit `isThisPayout`.',
    TAKES_TWO_PEOPLE:
      'An UNKNOWN_PAYOUT discrepancy must be settled with `bindUnconfirmedPayout` or `closeLostPayment`, which require two people.',
    NOTE_INVALID: 'The note is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => DiscrepancyModel, {
    nullable: true,
    description: 'The discrepancy in its current state; null if there is no such discrepancy.',
  })
  discrepancy: DiscrepancyModel | null;
}

const BLAMED_FIELDS = {
  DISCREPANCY_NOT_FOUND: 'discrepancyId',
  ALREADY_CLOSED: 'discrepancyId',
  SAME_PERSON: 'discrepancyId',
  ANSWER_NEEDED: 'isThisPayout',
  NOT_ASKED: 'isThisPayout',
} as const;

export function toCloseDiscrepancyPayload({ discrepancy, refusal }: CloseDiscrepancyResult): CloseDiscrepancyPayload {
  return {
    discrepancy: discrepancy && toDiscrepancyModel(discrepancy),
    userErrors: toUserErrors(refusal, BLAMED_FIELDS),
  };
}
