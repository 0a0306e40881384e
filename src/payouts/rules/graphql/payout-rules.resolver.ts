import { Args, Context, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { findLimitProblem, PayoutLimitsService } from '../payout-limits.service.js';
import { findPolicyProblem, PayoutPoliciesService } from '../payout-policies.service.js';
import { PayoutLimitModel, toPayoutLimitModel } from './payout-limit.model.js';
import { PayoutPolicyModel, toPayoutPolicyModel } from './payout-policy.model.js';
import {
  SetPayoutLimitInput,
  SetPayoutLimitPayload,
  toSetPayoutLimitPayload,
  toSetPayoutLimitRequest,
} from './set-payout-limit.js';
import {
  SetPayoutPolicyInput,
  SetPayoutPolicyPayload,
  toSetPayoutPolicyPayload,
  toSetPayoutPolicyRequest,
} from './set-payout-policy.js';

@Resolver()
export class PayoutRulesResolver {
  constructor(
    readonly policies: PayoutPoliciesService,
    readonly limits: PayoutLimitsService,
  ) {}

  @Query(() => [PayoutPolicyModel], {
    description: 'The payout policies, which say how many people must approve which payouts.',
  })
  @Requires('payouts:read')
  async payoutPolicies(): Promise<PayoutPolicyModel[]> {
    return (await this.policies.list()).map(toPayoutPolicyModel);
  }

  @Query(() => [PayoutLimitModel], { description: 'All payout limits.' })
  @Requires('payouts:read')
  async payoutLimits(): Promise<PayoutLimitModel[]> {
    return (await this.limits.list()).map(toPayoutLimitModel);
  }

  @Mutation(() => SetPayoutPolicyPayload, {
    description:
      'Proposes to set or remove a payout policy, which says how many people must approve payouts by account, currency and amount. Another person confirms the change request.',
  })
  @Requires('policies:change')
  @RefusesInput<SetPayoutPolicyPayload>(async (input: SetPayoutPolicyInput, { policies }: PayoutRulesResolver) => {
    const refusal = findPolicyProblem(toSetPayoutPolicyRequest(input, ''));
    return toSetPayoutPolicyPayload({ policies: await policies.list(), changeRequest: null, refusal });
  })
  async setPayoutPolicy(
    @Args('input', { description: 'The policy.' }) input: SetPayoutPolicyInput,
    @Context('caller') caller: Caller,
  ): Promise<SetPayoutPolicyPayload> {
    return toSetPayoutPolicyPayload(await this.policies.set(toSetPayoutPolicyRequest(input, caller.id)));
  }

  @Mutation(() => SetPayoutLimitPayload, {
    description:
      'Proposes to set or remove a payout limit. Another person confirms the change request. Payouts that the limit blocked are then retried.',
  })
  @Requires('policies:change')
  @RefusesInput<SetPayoutLimitPayload>(async (input: SetPayoutLimitInput, { limits }: PayoutRulesResolver) => {
    const refusal = findLimitProblem(toSetPayoutLimitRequest(input, ''));
    return toSetPayoutLimitPayload({ limits: await limits.list(), changeRequest: null, refusal });
  })
  async setPayoutLimit(
    @Args('input', { description: 'The limit.' }) input: SetPayoutLimitInput,
    @Context('caller') caller: Caller,
  ): Promise<SetPayoutLimitPayload> {
    return toSetPayoutLimitPayload(await this.limits.set(toSetPayoutLimitRequest(input, caller.id)));
  }
}
