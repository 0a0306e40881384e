import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { RequestLimits } from '../../../access/limits/request-limits.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import { ManyPayoutsService } from '../many-payouts.service.js';
import {
  ApprovePayoutsInput,
  ApprovePayoutsPayload,
  toApprovePayoutsPayload,
  toApproveRequests,
} from './approve-payouts.js';
import { DeclinePayoutsInput, DeclinePayoutsPayload, toDeclinePayoutsPayload } from './decline-payouts.js';
import {
  RepeatPayoutsInput,
  RepeatPayoutsPayload,
  toRepeatPayoutsPayload,
  toRepeatRequests,
} from './repeat-payouts.js';
import { toWithdrawPayoutsPayload, WithdrawPayoutsInput, WithdrawPayoutsPayload } from './withdraw-payouts.js';

const NO_RESULTS = () => ({ results: [] });

/** Mutations that act on several payouts. Each payout counts towards the caller's rate limit. */
@Resolver()
export class ManyPayoutsResolver {
  constructor(
    private readonly many: ManyPayoutsService,
    private readonly limits: RequestLimits,
  ) {}

  @Mutation(() => ApprovePayoutsPayload, {
    description: 'Approves payouts one by one, each like `approvePayout`. Payouts with enough approvals are sent.',
  })
  @Requires('payouts:approve')
  @RefusesInput<ApprovePayoutsPayload>(NO_RESULTS)
  async approvePayouts(
    @Args('input', { description: 'The payouts to approve.' }) input: ApprovePayoutsInput,
    @Context('caller') caller: Caller,
  ): Promise<ApprovePayoutsPayload> {
    this.count(caller, input.items);
    return toApprovePayoutsPayload(input, await this.many.approve(toApproveRequests(input, caller.id)));
  }

  @Mutation(() => DeclinePayoutsPayload, {
    description: 'Declines payouts one by one, each like `declinePayout`, with the same reason.',
  })
  @Requires('payouts:approve')
  @RefusesInput<DeclinePayoutsPayload>(NO_RESULTS)
  async declinePayouts(
    @Args('input', { description: 'The payouts to decline.' }) { payoutIds, reason }: DeclinePayoutsInput,
    @Context('caller') caller: Caller,
  ): Promise<DeclinePayoutsPayload> {
    this.count(caller, payoutIds);
    const results = await this.many.decline({ payoutIds, reason, actorId: caller.id });
    return toDeclinePayoutsPayload(payoutIds, results);
  }

  @Mutation(() => WithdrawPayoutsPayload, {
    description: 'Withdraws payouts one by one, each like `withdrawPayout`, with the same reason.',
  })
  @Requires('payouts:create')
  @RefusesInput<WithdrawPayoutsPayload>(NO_RESULTS)
  async withdrawPayouts(
    @Args('input', { description: 'The payouts to withdraw.' }) { payoutIds, reason }: WithdrawPayoutsInput,
    @Context('caller') caller: Caller,
  ): Promise<WithdrawPayoutsPayload> {
    this.count(caller, payoutIds);
    const results = await this.many.withdraw({ payoutIds, reason, actorId: caller.id });
    return toWithdrawPayoutsPayload(payoutIds, results);
  }

  @Mutation(() => RepeatPayoutsPayload, {
    description: 'Repeats payouts that ended without being paid, each like `repeatPayout` and in its own transaction.',
  })
  @Requires('payouts:create')
  @RefusesInput<RepeatPayoutsPayload>(NO_RESULTS)
  async repeatPayouts(
    @Args('input', { description: 'The payouts to repeat.' }) input: RepeatPayoutsInput,
    @Context('caller') caller: Caller,
  ): Promise<RepeatPayoutsPayload> {
    this.count(caller, input.items);
    return toRepeatPayoutsPayload(input, await this.many.repeat(toRepeatRequests(input, caller.id)));
  }

  /** Counts every payout but the first, for which the mutation itself was already counted. */
  private count(caller: Caller, payouts: readonly unknown[]): void {
    this.limits.admitWithin(caller, payouts.length - 1);
  }
}
