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
  description: 'Kind of an action on a payout, named by its mutation.',
  values: {
    APPROVE: '`approvePayout`.',
    DECLINE: '`declinePayout`.',
    CHANGE: '`changePayout`.',
    WITHDRAW: '`withdrawPayout`.',
    REPEAT: '`repeatPayout`.',
    REFRESH: '`refreshPayout`.',
    REVEAL: '`revealPayoutRecipient`.',
    BIND: '`bindUnconfirmedPayout`.',
    CLOSE: '`closeUnconfirmedPayout`.',
    SETTLE: '`settlePayout`.',
  },
});

const PayoutActionRefusalCodeEnum = describedEnum<PayoutActionRefusalCode>({
  name: 'PayoutActionRefusalCode',
  description: 'Why an action on a payout would be refused: the codes of its mutation.',
  values: {
    NOT_AWAITING_APPROVAL: 'The payout does not wait for approval.',
    SAME_PERSON: 'The caller may be the same person as one who created, changed or approved the payout.',
    ALREADY_APPROVED: 'The caller has already approved the payout; another person must, too.',
    NOT_CHANGEABLE: 'The payout was claimed, or has ended.',
    PAYOUT_ALREADY_SENT: 'The payout was sent, or has ended.',
    NOT_REPEATABLE: 'The payout has not ended, or was paid.',
    ALREADY_REPEATED: 'Another payout pays the same already, and has not ended unpaid.',
    PAYOUT_MAY_BE_PAID: 'The provider contradicts the end of the payout.',
    PAYOUT_NOT_AT_PROVIDER: "The provider's id of the payout is not known.",
    RECIPIENT_PURGED: "The recipient's data was purged.",
    NOT_UNCONFIRMED: 'The payout is not UNCONFIRMED.',
    NOTHING_TO_SETTLE: 'The provider does not have the payout, or its answers decide it.',
    TOO_EARLY: 'Late answers and webhooks are still likely.',
    CHANGE_REQUEST_OPEN: 'Another person proposed something else about the payout.',
  },
});

@ObjectType('PayoutActionRefusal', { description: 'Why an action on a payout would be refused now.' })
export class PayoutActionRefusal {
  @Field(() => PayoutActionRefusalCodeEnum, { description: 'The reason, as a code for programs.' })
  code: PayoutActionRefusalCode;

  @Field(() => String, { description: "The mutation's message." })
  message: string;
}

@ObjectType('PayoutAction', { description: 'An action that the caller may take on a payout, now or in another state.' })
export class PayoutActionModel {
  @Field(() => PayoutActionKindEnum, { description: 'Kind of the action.' })
  kind: PayoutActionKind;

  @Field(() => Boolean, {
    description:
      "Whether the payout's state allows the action now. The mutation decides again with facts that only it" +
      " has: a wrong `contentHash`, pending evidence, the provider's answer.",
  })
  isAllowed: boolean;

  @Field(() => PayoutActionRefusal, { nullable: true, description: 'Why not; null if the action is allowed.' })
  refusal: PayoutActionRefusal | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When a refusal with `TOO_EARLY` ends; null otherwise.',
  })
  availableAt: Date | null;
}
