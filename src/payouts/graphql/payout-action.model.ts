import { Field, ObjectType } from '@nestjs/graphql';
import { describedEnum } from '../../platform/graphql/described-enum.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import type { ProposeRefusalCode } from '../../access/changes/domain/proposal-rules.js';
import type { RepeatRuleCode } from '../requests/domain/repeat-rules.js';
import type { ApprovalRefusalCode } from '../requests/domain/request-rules.js';

export type PayoutActionKind =
  | 'APPROVE'
  | 'DECLINE'
  | 'CHANGE'
  | 'WITHDRAW'
  | 'REPEAT'
  | 'REFRESH'
  | 'REVEAL'
  | 'BIND'
  | 'CLOSE'
  | 'SETTLE';

export type PayoutActionRefusalCode =
  | ApprovalRefusalCode
  | ProposeRefusalCode
  | RepeatRuleCode
  | 'NOT_CHANGEABLE'
  | 'PAYOUT_ALREADY_SENT'
  | 'PAYOUT_NOT_AT_PROVIDER'
  | 'NOT_UNCONFIRMED'
  | 'NOTHING_TO_SETTLE'
  | 'TOO_EARLY';

const PayoutActionKindEnum = describedEnum<PayoutActionKind>({
  name: 'PayoutActionKind',
  description: 'Kind of an action on a payout, which corresponds to a mutation.',
  values: {
    APPROVE: 'Approve it with `approvePayout`.',
    DECLINE: 'Decline it with `declinePayout`.',
    CHANGE: 'Change it with `changePayout`.',
    WITHDRAW: 'Withdraw it with `withdrawPayout`.',
    REPEAT: 'Repeat it with `repeatPayout`.',
    REFRESH: 'Read it back with `refreshPayout`.',
    REVEAL: 'Show its recipient with `revealPayoutRecipient`.',
    BIND: 'Propose to bind it with `bindUnconfirmedPayout`.',
    CLOSE: 'Propose to close it with `closeUnconfirmedPayout`.',
    SETTLE: 'Propose its outcome with `settlePayout`.',
  },
});

const PayoutActionRefusalCodeEnum = describedEnum<PayoutActionRefusalCode>({
  name: 'PayoutActionRefusalCode',
  description: 'Why an action on a payout would be refused. The codes are those of the mutation.',
  values: {
    NOT_AWAITING_APPROVAL: 'The payout is not waiting for approval.',
    SAME_PERSON: 'The caller may be the same person as someone who created, changed or approved the payout.',
    ALREADY_APPROVED: 'The caller has already approved the payout; another person must approve it too.',
    NOT_CHANGEABLE: 'The payout is already claimed for sending, or has ended.',
    PAYOUT_ALREADY_SENT: 'The payout was already sent, or has ended.',
    NOT_REPEATABLE: 'The payout has not ended, or was paid.',
    ALREADY_REPEATED: 'Another payout that is open or was paid already repeats the same payment.',
    PAYOUT_MAY_BE_PAID: 'The provider contradicts that the payout ended without being paid.',
    PAYOUT_NOT_AT_PROVIDER: "Purser does not know the provider's id for the payout.",
    RECIPIENT_PURGED: "The recipient's data was purged.",
    NOT_UNCONFIRMED: 'The payout is not UNCONFIRMED.',
    NOTHING_TO_SETTLE: 'The provider does not have the payout, or its answers already decide the outcome.',
    TOO_EARLY: 'Late answers and webhooks are still likely.',
    CHANGE_REQUEST_OPEN: 'Another person has already proposed a different change to the payout.',
  },
});

@ObjectType('PayoutActionRefusal', { description: 'Why an action on a payout would be refused now.' })
export class PayoutActionRefusal {
  @Field(() => PayoutActionRefusalCodeEnum, { description: 'The reason, as a machine-readable code.' })
  code: PayoutActionRefusalCode;

  @Field(() => String, { description: 'The message that the mutation would return.' })
  message: string;
}

@ObjectType('PayoutAction', {
  description: 'An action that the caller may take on a payout, either now or when the payout is in another state.',
})
export class PayoutActionModel {
  @Field(() => PayoutActionKindEnum, { description: 'Kind of the action.' })
  kind: PayoutActionKind;

  @Field(() => Boolean, {
    description:
      "Whether the payout's state allows the action now. The mutation may still be refused for reasons that are only known then: a wrong `contentHash`, pending evidence or the provider's answer.",
  })
  isAllowed: boolean;

  @Field(() => PayoutActionRefusal, { nullable: true, description: 'Why the action is not allowed; null if it is.' })
  refusal: PayoutActionRefusal | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the action stops being refused with `TOO_EARLY`; null otherwise.',
  })
  availableAt: Date | null;
}
