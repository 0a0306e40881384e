import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { DecimalString } from '../../../common/decimal.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import type { MatchVerdict } from '../domain/evidence-rules.js';
import type { ProbeResult } from '../unconfirmed/probe-provider-payout.service.js';

@InputType('ProbeProviderPayoutInput', {
  description: 'The unconfirmed payout, and the provider payout to compare it with.',
})
export class ProbeProviderPayoutInput {
  @Field(() => ID, { description: "Purser's id for the unconfirmed payout." })
  @Id()
  payoutId: string;

  @Field(() => ID, { description: "The provider's id for the payout to compare." })
  @Id()
  providerPayoutId: string;
}

const MatchVerdictEnum = describedEnum<MatchVerdict>({
  name: 'MatchVerdict',
  description: 'How a fact about a provider payout compares with the same fact about an attempt.',
  values: {
    MATCHES: 'The values are equal.',
    DIFFERS: 'The values differ.',
    NOT_SHOWN: 'The provider does not show the value, or Purser has nothing to compare it with. This proves nothing.',
  },
});

@ObjectType('ProviderPayoutView', {
  description: 'A payout as the provider shows it, compared with an unconfirmed payout.',
})
export class ProviderPayoutViewModel {
  @Field(() => ID, { description: "The provider's id for the payout." })
  providerPayoutId: string;

  @Field(() => String, { description: "The provider's own status, verbatim." })
  providerStatus: string;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: "The payout's amount; null if the provider does not show it.",
  })
  amount: DecimalString | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the provider created the payout; null if the provider does not show it.',
  })
  createdAt: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the payout was paid; null if the provider does not show it.',
  })
  completedAt: Date | null;

  @Field(() => MatchVerdictEnum, { description: 'Whether the amounts match.' })
  amountVerdict: MatchVerdict;

  @Field(() => MatchVerdictEnum, { description: 'Whether the requisites match.' })
  recipientVerdict: MatchVerdict;

  @Field(() => MatchVerdictEnum, { description: 'Whether the times match.' })
  timeVerdict: MatchVerdict;

  @Field(() => MatchVerdictEnum, {
    description: "Whether the provider's payout has the attempt's callback URL, which is the strongest proof.",
  })
  callbackVerdict: MatchVerdict;
}

@ObjectType('ProbeProviderPayoutPayload', {
  description: "The provider's view of the payout, and the problems with the request.",
})
export class ProbeProviderPayoutPayload extends mutationPayload('ProbeProviderPayout', {
  description: 'Why a provider payout could not be compared.',
  values: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    NOT_UNCONFIRMED: 'The payout is not UNCONFIRMED.',
    PAYOUT_NOT_AT_PROVIDER: 'The provider has no payout with that id.',
    PROVIDER_UNAVAILABLE: 'The provider could not be reached.',
  },
}) {
  @Field(() => ProviderPayoutViewModel, {
    nullable: true,
    description: "The provider's view; null if it could not be read.",
  })
  view: ProviderPayoutViewModel | null;
}

const BLAMED_FIELDS = {
  PAYOUT_NOT_FOUND: 'payoutId',
  NOT_UNCONFIRMED: 'payoutId',
  PAYOUT_NOT_AT_PROVIDER: 'providerPayoutId',
} as const;

export function toProbeProviderPayoutPayload(result: ProbeResult): ProbeProviderPayoutPayload {
  if (result.kind === 'refused') {
    const { code, message } = result;
    return { view: null, userErrors: toUserErrors({ code, message }, BLAMED_FIELDS) };
  }
  const { provider, currency, verdicts } = result;
  const { providerPayoutId, providerStatus, amount, createdAt, completedAt } = provider;
  return {
    view: {
      ...{ providerPayoutId, providerStatus, createdAt, completedAt },
      amount: amount && inCurrency(amount, currency),
      amountVerdict: verdicts.amount,
      recipientVerdict: verdicts.recipient,
      timeVerdict: verdicts.time,
      callbackVerdict: verdicts.callback,
    },
    userErrors: [],
  };
}
