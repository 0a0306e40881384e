import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import { ChangePayoutService } from '../change-payout.service.js';
import { CreatePayoutService } from '../create-payout.service.js';
import { PayoutApprovalsService } from '../payout-approvals.service.js';
import { RepeatPayoutService } from '../repeat-payout.service.js';
import { WithdrawPayoutService } from '../withdraw-payout.service.js';
import {
  ApprovePayoutInput,
  ApprovePayoutPayload,
  toApprovePayoutPayload,
  toApproveRequest,
} from './approve-payout.js';
import {
  ChangePayoutInput,
  ChangePayoutPayload,
  toChangePayoutPayload,
  toChangePayoutRequest,
} from './change-payout.js';
import { CreatePayoutInput, toCreatePayoutRequest } from './create-payout.input.js';
import { CreatePayoutPayload, toCreatePayoutPayload } from './create-payout.js';
import { DeclinePayoutInput, DeclinePayoutPayload, toDeclinePayoutPayload } from './decline-payout.js';
import { PayoutModel } from '../../core/graphql/payout.model.js';
import {
  RepeatPayoutInput,
  RepeatPayoutPayload,
  toRepeatPayoutPayload,
  toRepeatPayoutRequest,
} from './repeat-payout.js';
import { toWithdrawPayoutPayload, WithdrawPayoutInput, WithdrawPayoutPayload } from './withdraw-payout.js';

/**
 * Mutations on payouts that were not sent yet. The caller is always known from the credentials, never from an argument.
 */
@Resolver(() => PayoutModel)
export class PayoutMutationsResolver {
  constructor(
    private readonly creation: CreatePayoutService,
    private readonly withdrawals: WithdrawPayoutService,
    private readonly approvals: PayoutApprovalsService,
    private readonly changes: ChangePayoutService,
    private readonly repeats: RepeatPayoutService,
    readonly payouts: PayoutsRepository,
  ) {}

  @Mutation(() => CreatePayoutPayload, {
    description: 'Creates a payout, and sends it immediately if nothing delays it.',
  })
  @Requires('payouts:create')
  async createPayout(
    @Args('input', { description: 'The payout to create.' }) input: CreatePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<CreatePayoutPayload> {
    return toCreatePayoutPayload(await this.creation.create(toCreatePayoutRequest(input, caller.id), input.problems));
  }

  @Mutation(() => WithdrawPayoutPayload, { description: 'Withdraws a payout before it is sent.' })
  @Requires('payouts:create')
  async withdrawPayout(
    @Args('input', { description: 'The payout to withdraw.' }) { payoutId }: WithdrawPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<WithdrawPayoutPayload> {
    return toWithdrawPayoutPayload(await this.withdrawals.withdraw(payoutId, { actorId: caller.id, reason: null }));
  }

  @Mutation(() => RepeatPayoutPayload, {
    description:
      'Creates a new payout to repeat one that ended without being paid, after a read-back confirms that end. The recipient is copied without being shown, and the new payout is validated like any other.',
  })
  @Requires('payouts:create')
  async repeatPayout(
    @Args('input', { description: 'The payout to repeat.' }) input: RepeatPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<RepeatPayoutPayload> {
    return toRepeatPayoutPayload(await this.repeats.repeat(toRepeatPayoutRequest(input, caller.id), input.problems));
  }

  @Mutation(() => ApprovePayoutPayload, {
    description:
      'Approves a payout that is waiting for approval. The caller must not have created or changed it. The payout is sent once it has enough approvals.',
  })
  @Requires('payouts:approve')
  async approvePayout(
    @Args('input', { description: 'The payout to approve.' }) input: ApprovePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<ApprovePayoutPayload> {
    return toApprovePayoutPayload(await this.approvals.approve(toApproveRequest(input, caller.id)));
  }

  @Mutation(() => DeclinePayoutPayload, {
    description: 'Declines a payout that is waiting for approval. This ends the payout.',
  })
  @Requires('payouts:approve')
  @RefusesInput<DeclinePayoutPayload>(async ({ payoutId }: DeclinePayoutInput, { payouts }: PayoutMutationsResolver) =>
    toDeclinePayoutPayload({ payout: await payouts.findById(payoutId), refusal: null }),
  )
  async declinePayout(
    @Args('input', { description: 'The payout to decline.' }) { payoutId, reason }: DeclinePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<DeclinePayoutPayload> {
    return toDeclinePayoutPayload(await this.approvals.decline({ payoutId, reason, actorId: caller.id }));
  }

  @Mutation(() => ChangePayoutPayload, {
    description:
      'Changes a payout before it is sent. Earlier approvals lapse; the changed payout must be approved again.',
  })
  @Requires('payouts:create')
  async changePayout(
    @Args('input', { description: 'The changes.' }) input: ChangePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<ChangePayoutPayload> {
    return toChangePayoutPayload(await this.changes.change(toChangePayoutRequest(input, caller.id), input.problems));
  }
}
