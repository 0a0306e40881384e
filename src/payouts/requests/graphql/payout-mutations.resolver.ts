import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import { ChangePayoutService } from '../change-payout.service.js';
import { CreatePayoutService } from '../create-payout.service.js';
import { PayoutApprovalsService } from '../payout-approvals.service.js';
import { RefreshPayoutService } from '../../polling/refresh-payout.service.js';
import { RevealRecipientService } from '../../recipients/reveal-recipient.service.js';
import { UnconfirmedPayoutService } from '../../evidence/unconfirmed/unconfirmed-payout.service.js';
import { WithdrawPayoutService } from '../withdraw-payout.service.js';
import {
  ApprovePayoutInput,
  ApprovePayoutPayload,
  toApprovePayoutPayload,
  toApproveRequest,
} from './approve-payout.js';
import {
  BindUnconfirmedPayoutInput,
  BindUnconfirmedPayoutPayload,
  toBindRequest,
  toBindUnconfirmedPayoutPayload,
} from '../../evidence/graphql/bind-unconfirmed-payout.js';
import {
  ChangePayoutInput,
  ChangePayoutPayload,
  toChangePayoutPayload,
  toChangePayoutRequest,
} from './change-payout.js';
import {
  CloseUnconfirmedPayoutInput,
  CloseUnconfirmedPayoutPayload,
  toCloseRequest,
  toCloseUnconfirmedPayoutPayload,
} from '../../evidence/graphql/close-unconfirmed-payout.js';
import { CreatePayoutInput, toCreatePayoutRequest } from './create-payout.input.js';
import { CreatePayoutPayload, toCreatePayoutPayload } from './create-payout.js';
import { DeclinePayoutInput, DeclinePayoutPayload, toDeclinePayoutPayload } from './decline-payout.js';
import { PayoutModel } from '../../core/graphql/payout.model.js';
import {
  RefreshPayoutInput,
  RefreshPayoutPayload,
  toRefreshPayoutPayload,
} from '../../polling/graphql/refresh-payout.js';
import {
  RevealPayoutRecipientInput,
  RevealPayoutRecipientPayload,
  toRevealPayoutRecipientPayload,
} from '../../recipients/graphql/reveal-payout-recipient.js';
import {
  SettlePayoutInput,
  SettlePayoutPayload,
  toSettlePayoutPayload,
  toSettleRequest,
} from '../../evidence/graphql/settle-payout.js';
import { toWithdrawPayoutPayload, WithdrawPayoutInput, WithdrawPayoutPayload } from './withdraw-payout.js';

/** The actions of callers and people on payouts. Who does it is the API key, never an argument. */
@Resolver(() => PayoutModel)
export class PayoutMutationsResolver {
  constructor(
    private readonly creation: CreatePayoutService,
    private readonly withdrawals: WithdrawPayoutService,
    private readonly approvals: PayoutApprovalsService,
    private readonly changes: ChangePayoutService,
    private readonly revealing: RevealRecipientService,
    private readonly refreshing: RefreshPayoutService,
    readonly payouts: PayoutsRepository,
    private readonly unconfirmed: UnconfirmedPayoutService,
  ) {}

  @Mutation(() => CreatePayoutPayload, { description: 'Creates a payout, and sends it at once when it may be sent.' })
  @Requires('payouts:create')
  async createPayout(
    @Args('input', { description: 'The payout to create.' }) input: CreatePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<CreatePayoutPayload> {
    return toCreatePayoutPayload(await this.creation.create(toCreatePayoutRequest(input, caller.id), input.problems));
  }

  @Mutation(() => WithdrawPayoutPayload, { description: 'Takes a payout back before it is sent.' })
  @Requires('payouts:create')
  async withdrawPayout(
    @Args('input', { description: 'The payout to take back.' }) { payoutId }: WithdrawPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<WithdrawPayoutPayload> {
    return toWithdrawPayoutPayload(await this.withdrawals.withdraw(payoutId, { actorId: caller.id, reason: null }));
  }

  @Mutation(() => ApprovePayoutPayload, {
    description:
      'Approves a payout that waits for approval, by another API key than those that created or changed it. The payout is sent once it has as many approvals as it needs.',
  })
  @Requires('payouts:approve')
  async approvePayout(
    @Args('input', { description: 'The payout to approve.' }) input: ApprovePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<ApprovePayoutPayload> {
    return toApprovePayoutPayload(await this.approvals.approve(toApproveRequest(input, caller.id)));
  }

  @Mutation(() => DeclinePayoutPayload, { description: 'Declines a payout that waits for approval, which is its end.' })
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

  @Mutation(() => RevealPayoutRecipientPayload, {
    description: 'Shows who is paid, in full, once the audit log holds who looked and why.',
  })
  @Requires('payouts:unmask')
  @RefusesInput<RevealPayoutRecipientPayload>(() => ({ recipient: null, contentHash: null }))
  async revealPayoutRecipient(
    @Args('input', { description: 'Whose recipient, and why.' }) { payoutId, reason }: RevealPayoutRecipientInput,
    @Context('caller') caller: Caller,
  ): Promise<RevealPayoutRecipientPayload> {
    return toRevealPayoutRecipientPayload(await this.revealing.reveal(payoutId, reason, caller.id));
  }

  @Mutation(() => RefreshPayoutPayload, { description: 'Reads a payout back from the provider now.' })
  @Requires('payouts:refresh')
  async refreshPayout(
    @Args('input', { description: 'The payout to read back.' }) { payoutId }: RefreshPayoutInput,
  ): Promise<RefreshPayoutPayload> {
    return toRefreshPayoutPayload(await this.refreshing.refresh(payoutId));
  }

  @Mutation(() => BindUnconfirmedPayoutPayload, {
    description:
      'Proposes which payout at the provider an unconfirmed one is. Another person confirms the change request; the ' +
      'payout is bound when a read-back shows the same payout.',
  })
  @Requires('payouts:resolve')
  @RefusesInput<BindUnconfirmedPayoutPayload>(
    async ({ payoutId }: BindUnconfirmedPayoutInput, { payouts }: PayoutMutationsResolver) =>
      toBindUnconfirmedPayoutPayload({ payout: await payouts.findById(payoutId), changeRequest: null, refusal: null }),
  )
  async bindUnconfirmedPayout(
    @Args('input', { description: 'The Purser payout and the provider payout to link.' })
    input: BindUnconfirmedPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<BindUnconfirmedPayoutPayload> {
    return toBindUnconfirmedPayoutPayload(await this.unconfirmed.bind(toBindRequest(input, caller.id)));
  }

  @Mutation(() => CloseUnconfirmedPayoutPayload, {
    description:
      'Proposes that the provider does not have an unconfirmed payout. Another person confirms the change request; ' +
      'the payout is then closed, or sent once more.',
  })
  @Requires('payouts:resolve')
  @RefusesInput<CloseUnconfirmedPayoutPayload>(
    async ({ payoutId }: CloseUnconfirmedPayoutInput, { payouts }: PayoutMutationsResolver) =>
      toCloseUnconfirmedPayoutPayload({ payout: await payouts.findById(payoutId), changeRequest: null, refusal: null }),
  )
  async closeUnconfirmedPayout(
    @Args('input', { description: 'The payout to close.' }) input: CloseUnconfirmedPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<CloseUnconfirmedPayoutPayload> {
    return toCloseUnconfirmedPayoutPayload(await this.unconfirmed.close(toCloseRequest(input, caller.id)));
  }
  @Mutation(() => SettlePayoutPayload, {
    description:
      'Proposes how a payout ended that the provider has, where its answers are not believed or absent. Another person confirms ' +
      'the change request. The payout is never sent again, and what the provider shows later still counts.',
  })
  @Requires('payouts:resolve')
  @RefusesInput<SettlePayoutPayload>(async ({ payoutId }: SettlePayoutInput, { payouts }: PayoutMutationsResolver) =>
    toSettlePayoutPayload({ payout: await payouts.findById(payoutId), changeRequest: null, refusal: null }),
  )
  async settlePayout(
    @Args('input', { description: 'The payout, and how it ended.' }) input: SettlePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<SettlePayoutPayload> {
    return toSettlePayoutPayload(await this.unconfirmed.settle(toSettleRequest(input, caller.id)));
  }
}
